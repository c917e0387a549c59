import type { Role } from '@dolph/contract/roles/roles'
import { UserPlus } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { buildLoginPath } from '../../accounts/sign-in/login-path.ts'
import { buildAskPath } from '../../roles/role-paths.ts'

/** Leads a visitor to the login, and from there to the form that asks to join through the role. */
export function AskLoginLink({ role }: { role: Pick<Role, '_id' | 'post' | 'title'> }) {
  return (
    <ButtonLink
      to={buildLoginPath(buildAskPath(role.post, role._id))}
      size="sm"
      icon={UserPlus}
      aria-label={`Ask to join: ${role.title}`}
      // Hidden until the session is known, because the visitor may be a member.
      className="in-data-[session=unknown]:invisible"
    >
      Ask to join
    </ButtonLink>
  )
}
