import type { PublicPost } from '@dolph/contract/read-public-post'
import type { Role } from '@dolph/contract/roles'
import { QuietNote } from '../../roles/role-badges.tsx'
import { RoleSkills } from '../../roles/role-skills.tsx'
import { describeRole } from '../../roles/role-texts.ts'
import { JoinLink } from './join-link.tsx'
import { PublicSection } from './public-section.tsx'

/** The open roles of a project; nothing without one. */
export function PublicRoles({ post: { _id, roles } }: { post: PublicPost }) {
  if (roles.length === 0) return null
  return (
    <PublicSection title="Open roles" action={<JoinLink postId={_id} size="sm" />}>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {roles.map((role) => (
          <PublicRole key={role._id} role={role} />
        ))}
      </ul>
    </PublicSection>
  )
}

function PublicRole({ role }: { role: Role }) {
  const freeSeats = role.seats - role.filled
  return (
    <li className="grid gap-3 px-4 py-4 sm:px-5">
      <h3 dir="auto" className="min-w-0 font-semibold wrap-anywhere">
        {role.title}
      </h3>
      {role.about && (
        <p dir="auto" className="text-sm/6 whitespace-pre-line wrap-anywhere">
          {role.about}
        </p>
      )}
      <RoleSkills role={role} />
      <p className="text-sm text-muted wrap-anywhere">
        {describeRole(role)}
        {role.seats > 1 && ` · ${freeSeats} of ${role.seats} seats free`}
      </p>
      <QuietNote role={role} />
    </li>
  )
}
