import type { Person } from '@dolph/contract/people/people'
import { PROJECT_STATE_LABELS } from '@dolph/contract/projects/projects'
import type { Role } from '@dolph/contract/roles/roles'
import type { ComponentType } from 'react'
import { Link, useLocation } from 'react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { buildLoginPath } from '../../accounts/sign-in/login-path.ts'
import { FitLine } from '../fit-line.tsx'
import { QuietNote } from '../role-badges.tsx'
import { buildAskPath, buildRolePath } from '../role-paths.ts'
import { RoleSkills } from '../role-skills.tsx'
import { describeRole } from '../role-texts.ts'
import type { RoleListItem } from './role-list-query.ts'

export interface RoleListRowProps {
  item: RoleListItem
  isMember: boolean
  /** Whether the state of the project says something: not where all rows have the same. */
  hasStates: boolean
  /** What a member can do about a role that is not their own. */
  RoleAction?: ComponentType<{ role: Role; owner: Person }>
}

/** An open role with its project, in the list of all roles. */
export function RoleListRow({
  item: { role, post },
  isMember,
  hasStates,
  RoleAction,
}: RoleListRowProps) {
  const { pathname, search } = useLocation()
  const titleId = `role-title-${role._id}`
  return (
    <article
      aria-labelledby={titleId}
      className="flex gap-3 px-4 py-4 transition-colors hover:bg-hover sm:gap-4 sm:px-5"
    >
      <Avatar
        name={post.user.userName}
        picture={post.user.profilePicture}
        className="mt-0.5 max-sm:size-6 max-sm:text-[0.625rem]"
      />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-4">
        <div className="grid min-w-0 gap-0.5">
          <h2 id={titleId} className="min-w-0 font-semibold wrap-anywhere">
            <Link
              to={buildRolePath(post, role._id, isMember)}
              state={{ from: pathname + search }}
              className="rounded-sm hover:text-link"
            >
              <bdi>{role.title}</bdi>
            </Link>
          </h2>
          <p className="text-sm text-muted wrap-anywhere">
            <bdi className="text-ink">{post.title}</bdi>
            {` · ${post.user.userName}`}
            {hasStates && post.state && ` · ${PROJECT_STATE_LABELS[post.state]}`}
          </p>
        </div>
        <div className="grid min-w-0 gap-2 sm:col-span-2">
          {role.fit && <FitLine fit={role.fit} />}
          <RoleSkills role={role} />
          <p className="min-w-0 text-sm text-muted wrap-anywhere">{describeRole(role)}</p>
          <QuietNote role={role} />
        </div>
        {/* At the end on phones, where the title needs the width. */}
        <div className="justify-self-start empty:hidden sm:col-start-2 sm:row-start-1">
          {/* Owners have no fit. */}
          {RoleAction && isMember && role.fit && <RoleAction role={role} owner={post.user} />}
          {!isMember && (
            <ButtonLink
              to={buildLoginPath(buildAskPath(post._id, role._id))}
              size="sm"
              aria-label={`Ask to join: ${role.title}`}
              className="in-data-[session=unknown]:invisible"
            >
              Ask to join
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  )
}
