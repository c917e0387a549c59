import type { Participant } from '@dolph/contract/messaging/messaging'
import { UserRoundX } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { usePresence } from './presence/use-presence.ts'

/** A member's picture, with a dot while they are online. */
export function PersonAvatar({ participant }: { participant: Participant }) {
  const { isOnline } = usePresence(participant)
  if (participant.userName === undefined) return <DeletedUserAvatar />
  return (
    <span className="relative inline-flex shrink-0">
      <Avatar
        name={participant.userName}
        picture={participant.profilePicture}
        className="size-10!"
      />
      {isOnline && (
        <span className="absolute -right-px -bottom-px size-3 rounded-full border-2 border-surface bg-success" />
      )}
    </span>
  )
}

/** In place of the picture of a deleted account. */
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
