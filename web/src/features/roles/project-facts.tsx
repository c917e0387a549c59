import { useQuery } from '@tanstack/react-query'
import { MessageSquareReply } from 'lucide-react'
import { projectQuery } from '../projects/data.ts'
import { rolesQuery } from './data.ts'
import { describeAnswers } from './role-texts.ts'
import { TopicLinks } from './topic-links.tsx'

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
      <TopicLinks postId={postId} />
    </div>
  )
}
