import type { Role } from '@dolph/contract/roles/roles'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { FitLine } from './fit-line.tsx'
import { QuietNote, RoleStateBadge } from './role-badges.tsx'
import { RoleSkills } from './role-skills.tsx'
import { describeRole } from './role-texts.ts'

interface Props {
  role: Role
  /** What the viewer can do: ask to join, or the menu of an owner. */
  action: ReactNode
  /** A link led to this row. */
  isLinked: boolean
}

/** A role on the page of its post. */
export function RoleRow({ role, action, isLinked }: Props) {
  const freeSeats = role.seats - role.filled
  return (
    <li
      id={`role-${role._id}`}
      aria-labelledby={`role-title-${role._id}`}
      tabIndex={-1}
      className={cx(
        'grid scroll-mt-24 gap-3 px-4 py-4 focus-visible:-outline-offset-2 sm:px-5',
        isLinked && 'bg-primary-soft',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-2 gap-y-1">
          <h3
            id={`role-title-${role._id}`}
            dir="auto"
            className="min-w-0 font-semibold wrap-anywhere"
          >
            {role.title}
          </h3>
          <RoleStateBadge role={role} />
        </div>
        <div className="min-w-0 sm:max-w-[60%]">{action}</div>
      </div>
      {role.about && (
        <p dir="auto" className="text-sm/6 whitespace-pre-line wrap-anywhere">
          {role.about}
        </p>
      )}
      <RoleSkills role={role} />
      <p className="text-sm text-muted wrap-anywhere">
        {describeRole(role)}
        {role.seats > 1 && ` · ${freeSeats} of ${role.seats} spots open`}
      </p>
      <QuietNote role={role} />
      {role.fit && role.state === 'open' && <FitLine fit={role.fit} />}
    </li>
  )
}
