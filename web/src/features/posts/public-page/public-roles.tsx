import type { PublicPost } from '@dolph/contract/posts/read-public-post'
import { AskLoginLink } from '../../join-requests/asking/ask-login-link.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { useLinkedRole } from '../../roles/linked-role.ts'
import { RoleRow } from '../../roles/role-row.tsx'
import { PublicSection } from './public-section.tsx'

/** The open roles of a project; nothing without one. */
export function PublicRoles({ post: { roles } }: { post: PublicPost }) {
  const linkedId = useLinkedRole(true)
  const isMember = useViewer() !== null
  if (roles.length === 0) return null
  return (
    <PublicSection title="Roles">
      <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
        {roles.map((role) => (
          <RoleRow
            key={role._id}
            role={role}
            isLinked={role._id === linkedId}
            action={isMember ? null : <AskLoginLink role={role} />}
          />
        ))}
      </ul>
    </PublicSection>
  )
}
