import { Link, useLocation } from 'react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { buildLoginPath } from '../../accounts/sign-in/login-path.ts'
import { ProjectStateBadge } from '../../projects/project-state-badge.tsx'
import { FitLine } from '../fit-line.tsx'
import { QuietNote } from '../role-badges.tsx'
import { RoleSkills } from '../role-skills.tsx'
import { describeRole } from '../role-texts.ts'
import type { RoleListItem } from './role-list-query.ts'

interface Props {
  item: RoleListItem
  isMember: boolean
}

/** An open role with its project, in the list of all roles. */
export function RoleListRow({ item: { role, post }, isMember }: Props) {
  const { pathname, search } = useLocation()
  const rolePath = { pathname: `/posts/${post._id}`, search: '', hash: `#role-${role._id}` }
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
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <div className="grid min-w-0 gap-0.5">
            <h2 id={titleId} className="min-w-0 font-semibold wrap-anywhere">
              {isMember ? (
                <Link
                  to={rolePath}
                  state={{ from: pathname + search }}
                  className="rounded-sm hover:text-link"
                >
                  <bdi>{role.title}</bdi>
                </Link>
              ) : (
                <bdi>{role.title}</bdi>
              )}
            </h2>
            <p className="text-sm text-muted wrap-anywhere">
              <bdi className="text-ink">{post.title}</bdi>
              {` · ${post.user.userName}`}
            </p>
          </div>
          <ProjectStateBadge state={post.state} />
        </div>
        <RoleSkills role={role} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 text-sm text-muted wrap-anywhere">{describeRole(role)}</p>
          {!isMember && (
            <ButtonLink
              to={buildLoginPath(rolePath)}
              size="sm"
              aria-label={`Log in to join: ${role.title}`}
              className="in-data-[session=unknown]:invisible"
            >
              Log in to join
            </ButtonLink>
          )}
        </div>
        <QuietNote role={role} />
        {role.fit && <FitLine fit={role.fit} />}
      </div>
    </article>
  )
}
