import { TOPIC_LABELS, type Topic } from '@dolph/contract/projects/projects'
import { buildTopicPath } from '@dolph/contract/skills/skill-paths'
import { Tag } from 'lucide-react'
import { Link } from 'react-router'
import { cx } from '../../ui/cx.ts'

interface Props {
  topics: readonly Topic[]
  className?: string | undefined
}

/** The topics of a project, each with a link to its page. */
export function TopicList({ topics, className }: Props) {
  if (topics.length === 0) return null
  return (
    <div className={cx('flex items-start gap-2.5', className)}>
      <Tag className="mt-1 size-4 shrink-0" aria-hidden="true" />
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
    </div>
  )
}
