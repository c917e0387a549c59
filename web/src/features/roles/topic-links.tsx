import { TOPIC_LABELS } from '@dolph/contract/projects'
import { buildTopicPath } from '@dolph/contract/skill-paths'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { projectQuery } from '../projects/data.ts'

/** The topics of a project, each with a link to its page. */
export function TopicLinks({ postId, className }: { postId: string; className?: string }) {
  const { data: project } = useQuery(projectQuery(postId))
  if (!project || project.topics.length === 0) return null
  return (
    <ul aria-label="Topics" className={cx('flex flex-wrap gap-x-3 gap-y-1', className)}>
      {project.topics.map((topic) => (
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
