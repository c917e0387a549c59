import type { Participant } from '@dolph/contract/messaging'
import { UserRoundX } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { usePresence } from './presence.ts'

/** A member's face, with a dot while they are here. */
export function PersonAvatar({ party }: { party: Participant }) {
  const { isOnline } = usePresence(party._id)
  if (party.userName === undefined) return <DeletedUserAvatar />
  return (
    <span className="relative inline-flex shrink-0">
      <Avatar name={party.userName} picture={party.profilePicture} className="size-10!" />
      {isOnline && (
        <span className="absolute -right-px -bottom-px size-3 rounded-full border-2 border-surface bg-success" />
      )}
    </span>
  )
}

/** In the place of somebody who has gone. */
function DeletedUserAvatar() {
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-full bg-hover text-faint"
    >
      <UserRoundX className="size-4.5" />
    </span>
  )
}
