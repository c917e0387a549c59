import { TOPIC_LABELS } from '@dolph/contract/projects'
import { useQuery } from '@tanstack/react-query'
import { MessageSquareReply } from 'lucide-react'
import { Link } from 'react-router'
import { projectQuery } from '../projects/data.ts'
import { rolesQuery } from './data.ts'
import { describeAnswers } from './role-texts.ts'

/** Answers and topics of a project, beside its text on wide screens. */
export function ProjectFacts({ postId }: { postId: string }) {
  const { data: project } = useQuery(projectQuery(postId))
  const { data: roles } = useQuery(rolesQuery(postId))
  if (!project || !roles || (roles.data.length === 0 && project.topics.length === 0)) return null
  return (
    <div className="hidden gap-3 border-t border-line pt-4 lg:mt-4 lg:grid">
      {roles.data.length > 0 && (
        <p className="flex items-start gap-2.5">
          <MessageSquareReply className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {describeAnswers(roles.answers)}
        </p>
      )}
      {project.topics.length > 0 && (
        <ul aria-label="Topics" className="flex flex-wrap gap-x-3 gap-y-1">
          {project.topics.map((topic) => (
            <li key={topic}>
              <Link
                to={`/roles?topic=${topic}`}
                className="inline-flex min-h-6 items-center rounded-sm hover:text-link hover:underline"
              >
                {TOPIC_LABELS[topic]}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
