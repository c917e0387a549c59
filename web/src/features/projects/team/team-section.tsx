import type { TeamMember } from '@dolph/contract/projects/projects'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { TeamRoomLink } from '../../rooms/team-room-link.tsx'
import { formatMonth } from './format-month.ts'
import { teamQuery } from './team-data.ts'
import { TeamMemberMenu } from './team-member-menu.tsx'

/** The people who build a project. An author alone is no team, and shows nothing. */
export function TeamSection({ postId }: { postId: string }) {
  const me = useViewer()?._id ?? ''
  const { data: team } = useQuery({ ...teamQuery(me, postId), enabled: me !== '' })
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  if (!team || team.length < 2) return null
  const own = team.find(({ person }) => person._id === me)

  return (
    <section
      aria-labelledby={headingId}
      className="mt-10 grid min-w-0 gap-4 border-t border-line pt-8"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2
          id={headingId}
          ref={heading}
          tabIndex={-1}
          className="text-xl font-semibold outline-none"
        >
          Team
        </h2>
        {own && <TeamRoomLink postId={postId} />}
      </div>
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {team.map((member) => (
          <li key={member.person._id} className="flex min-w-0 items-center gap-3">
            <Avatar name={member.person.userName} picture={member.person.profilePicture} />
            <MemberFacts member={member} />
            {own && canChange(own, member) && (
              <TeamMemberMenu postId={postId} own={own} member={member} finalFocus={heading} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function MemberFacts({
  member: { person, role, isAuthor, isCoOwner, joinedAt },
}: {
  member: TeamMember
}) {
  return (
    <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to={`/profile/${person.userName}`}
          className="min-w-0 truncate rounded-sm font-medium hover:text-link hover:underline"
        >
          {person.userName}
        </Link>
        {isCoOwner && !isAuthor && <Badge tone="iris">Co-owner</Badge>}
      </div>
      <p className="text-muted wrap-anywhere">
        {isAuthor ? (
          'Author'
        ) : (
          <>
            <bdi>{role}</bdi>
            {' · '}
            <time dateTime={joinedAt} className="whitespace-nowrap">
              since {formatMonth(joinedAt)}
            </time>
          </>
        )}
      </p>
    </div>
  )
}

/** The author changes everybody else; a co-owner removes others; everybody leaves by themselves. */
function canChange(own: TeamMember, member: TeamMember): boolean {
  if (member.isAuthor) return false
  return own.isAuthor || own.isCoOwner || own.person._id === member.person._id
}
