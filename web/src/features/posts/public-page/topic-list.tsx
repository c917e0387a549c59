import { TOPIC_LABELS, type Topic } from '@dolph/contract/projects'
import { buildTopicPath } from '@dolph/contract/skill-paths'
import { Link } from 'react-router'

/** The topics of a project, each with a link to its page. */
export function TopicList({ topics }: { topics: readonly Topic[] }) {
  if (topics.length === 0) return null
  return (
    <ul aria-label="Topics" className="flex flex-wrap gap-x-3 gap-y-1">
      {topics.map((topic) => (
        <li key={topic}>
          <Link
            to={buildTopicPath(topic)}
            className="inline-flex min-h-6 items-center rounded-sm hover:text-link hover:underline"
          >
            {TOPIC_LABELS[topic]}
          </Link>
        </li>
      ))}
    </ul>
  )
}
