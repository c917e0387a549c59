import type { MemberTeam } from '@dolph/contract/projects/projects'
import { Link } from 'react-router'
import { formatMonth } from './format-month.ts'

/** The teams that a member is on, as their profile lists them. */
export function MemberTeams({ teams }: { teams: readonly MemberTeam[] }) {
  return (
    <ul className="grid gap-3 text-sm">
      {teams.map(({ post, role, isCoOwner, joinedAt }) => (
        <li key={post._id} className="grid gap-0.5">
          <Link
            to={`/posts/${post._id}`}
            className="justify-self-start font-medium wrap-anywhere hover:text-link hover:underline"
          >
            <bdi>{post.title}</bdi>
          </Link>
          <p className="text-muted wrap-anywhere">
            <bdi>{role}</bdi>
            {isCoOwner && ' · Co-owner'}
            {' · '}
            <time dateTime={joinedAt} className="whitespace-nowrap">
              since {formatMonth(joinedAt)}
            </time>
          </p>
        </li>
      ))}
    </ul>
  )
}
