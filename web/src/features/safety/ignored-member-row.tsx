import type { IgnoredMember } from '@dolph/contract/safety/safety'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useChangeRelation } from './use-change-relation.ts'

interface Props {
  member: IgnoredMember
  /** Called when the member is no longer ignored, and the row goes with its buttons. */
  onRemoved: () => void
}

export function IgnoredMemberRow({ member, onRemoved }: Props) {
  const { userName, profilePicture, isBlocked, isMuted, ignoredAt } = member
  const { mutateAsync, isPending, variables } = useChangeRelation(member)

  async function change(action: 'unblock' | 'unmute') {
    const relation = await mutateAsync(action).catch(() => undefined)
    if (relation && !relation.isBlocked && !relation.isMuted) onRemoved()
  }

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3.5">
      <Avatar name={userName} picture={profilePicture} className="size-10!" />
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={`/profile/${userName}`}
            className="min-w-0 truncate rounded-sm font-medium hover:text-link hover:underline"
          >
            {userName}
          </Link>
          {isBlocked && <Badge tone="rose">Blocked</Badge>}
          {isMuted && <Badge tone="amber">Muted</Badge>}
        </div>
        <p className="text-sm text-muted">
          <RelativeTime at={ignoredAt} />
        </p>
      </div>
      <div className="ml-auto flex flex-wrap gap-2">
        {isMuted && (
          <Button
            size="sm"
            aria-label={`Unmute ${userName}`}
            busy={isPending && variables === 'unmute'}
            onClick={() => void change('unmute')}
          >
            Unmute
          </Button>
        )}
        {isBlocked && (
          <Button
            size="sm"
            aria-label={`Unblock ${userName}`}
            busy={isPending && variables === 'unblock'}
            onClick={() => void change('unblock')}
          >
            Unblock
          </Button>
        )}
      </div>
    </li>
  )
}
