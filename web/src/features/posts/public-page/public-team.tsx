import type { PublicPost } from '@dolph/contract/posts/read-public-post'
import { Avatar } from '../../../ui/avatar.tsx'
import { PublicSection } from './public-section.tsx'

/** The people who build a project, its author first; nothing if nobody joined. */
export function PublicTeam({ post: { team, project, user } }: { post: PublicPost }) {
  if (team.length === 0) return null
  const others = (project?.teamSize ?? 0) - team.length
  const people = user ? [{ ...user, role: 'Author' }, ...team] : team
  return (
    <PublicSection title="Team">
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {people.map(({ userName, role, profilePicture }) => (
          <li key={userName} className="flex min-w-0 items-center gap-3">
            <Avatar name={userName} picture={profilePicture} />
            <div className="grid min-w-0 gap-0.5 text-sm">
              <span className="truncate font-medium">{userName}</span>
              <span dir="auto" className="text-muted wrap-anywhere">
                {role}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {others > 0 && <p className="text-sm text-muted">{`and ${others} more`}</p>}
    </PublicSection>
  )
}
