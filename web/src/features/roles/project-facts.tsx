import { useQuery } from '@tanstack/react-query'
import { MessageSquareReply } from 'lucide-react'
import { projectQuery } from '../projects/data.ts'
import { rolesQuery } from './data.ts'
import { RepositoryFacts } from './repository-facts.tsx'
import { describeAnswers } from './role-texts.ts'
import { TopicLinks } from './topic-links.tsx'

/** Answers, repository and topics of a project, beside its text on wide screens. */
export function ProjectFacts({ postId }: { postId: string }) {
  const { data: project } = useQuery(projectQuery(postId))
  const { data: roles } = useQuery(rolesQuery(postId))
  if (!project || !roles) return null
  const { topics, repository } = project
  if (roles.data.length === 0 && topics.length === 0 && !repository) return null
  return (
    <div className="hidden gap-3 border-t border-line pt-4 lg:mt-4 lg:grid">
      {roles.data.length > 0 && (
        <p className="flex items-start gap-2.5">
          <MessageSquareReply className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="text-balance">{describeAnswers(roles.answers)}</span>
        </p>
      )}
      {repository && <RepositoryFacts repository={repository} />}
      <TopicLinks postId={postId} />
    </div>
  )
}
