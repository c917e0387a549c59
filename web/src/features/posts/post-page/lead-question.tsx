import type { Post } from '@dolph/contract/posts/posts'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { createAboutState } from '../../messaging/use-message-about.ts'
import { projectQuery } from '../../projects/data.ts'
import { rolesQuery } from '../../roles/data.ts'

/** On a project that needs a new owner: leads to its first open role or, without one, to a message to the author. */
export function LeadQuestion({ post }: { post: Post }) {
  const { data: project } = useQuery(projectQuery(post._id))
  const { data: roles } = useQuery(rolesQuery(post._id))
  if (!project || project.isOwner || !roles || !post.user) return null
  const role = roles.data.find(({ state }) => state === 'open')
  return (
    <p className="mt-8 min-w-0 rounded-card border border-line bg-surface px-4 py-3 text-sm sm:px-5">
      Would you lead this project?{' '}
      {role ? (
        <TextLink to={`#role-${role._id}`}>Ask to join</TextLink>
      ) : (
        <TextLink
          to={`/messages/${post.user._id}`}
          state={createAboutState({ post: post._id, role: null, title: post.title })}
        >
          Ask to join
        </TextLink>
      )}
    </p>
  )
}
