import type { Post } from '@dolph/contract/posts/posts'
import type { Role } from '@dolph/contract/roles/roles'
import { MessageCircle } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { createAboutState } from '../../messaging/use-message-about.ts'

/** Leads to a message about a role to the author of its post, for who has a question before they ask to join. */
export function RoleMessageLink({ post, role }: { post: Post; role: Role }) {
  const viewer = useViewer()
  if (!viewer || !post.user || viewer._id === post.user._id) return null
  return (
    <ButtonLink
      to={`/messages/${post.user._id}`}
      state={createAboutState({ post: post._id, role: role._id, title: role.title })}
      size="sm"
      icon={MessageCircle}
      aria-label={`Message about ${role.title}`}
    >
      Message
    </ButtonLink>
  )
}
