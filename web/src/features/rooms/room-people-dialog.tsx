import { changeRoomHistory, muteRoom, unmuteRoom, type OpenRoom } from '@dolph/contract/rooms/rooms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callEndpoint } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useMemberState } from '../accounts/session/member-session.ts'
import { roomsKey } from '../messaging/query-keys.ts'
import { LeaveTeamButton } from './leave-team-button.tsx'
import { RoomsClient } from './rooms-client.ts'

interface Props {
  room: OpenRoom
  onlineIds: ReadonlySet<string>
  isOpen: boolean
  onClose: () => void
}

/** Everybody who reads the room, and what the viewer can set. */
export function RoomPeopleDialog({ room, onlineIds, isOpen, onClose }: Props) {
  const change = useRoomSettings(room)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={room.name}
      description="Everyone here reads what you write."
      footer={
        <>
          {room.post && (
            <ButtonLink to={`/posts/${room.post._id}`} variant="ghost">
              Open project
            </ButtonLink>
          )}
          <LeaveTeamButton room={room} />
          <Button busy={change.isPending} onClick={() => change.mutate('mute')}>
            {room.isMuted ? 'Unmute' : 'Mute'}
          </Button>
        </>
      }
    >
      <ul className="grid gap-3">
        {room.members.map(({ person, role, isAuthor, isCoOwner }) => (
          <li key={person._id} className="flex min-w-0 items-center gap-3 text-sm">
            <Avatar name={person.userName} picture={person.profilePicture} />
            <div className="grid min-w-0 flex-1">
              <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                <Link
                  to={`/profile/${person.userName}`}
                  className="min-w-0 truncate rounded-sm font-medium hover:text-link hover:underline"
                >
                  {person.userName}
                </Link>
                {isCoOwner && <Badge tone="iris">Co-owner</Badge>}
                {onlineIds.has(person._id) && <Badge tone="mint">Online</Badge>}
                {room.ignoredIds.includes(person._id) && <Badge tone="slate">Ignored by you</Badge>}
              </span>
              <span className="text-muted wrap-anywhere">
                {isAuthor ? 'Author' : <bdi>{role}</bdi>}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-5 grid gap-3 border-t border-line pt-4 text-sm">
        {room.isMuted && <p className="text-muted">Muted. Mentions still reach you.</p>}
        <p className="text-muted">
          {room.isHistoryOpen
            ? 'People who join later can read what is written from now on.'
            : 'People who join later do not see what was written before.'}
        </p>
        {room.isOwner && room.state !== 'closed' && (
          <Button
            size="sm"
            busy={change.isPending}
            onClick={() => change.mutate('history')}
            className="justify-self-start"
          >
            {room.isHistoryOpen ? 'Close the history' : 'Open the history from now on'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function useRoomSettings({ _id: id, isMuted, isHistoryOpen }: OpenRoom) {
  const client = useQueryClient()
  const { me } = useMemberState(RoomsClient)
  const params = { id }
  return useMutation({
    mutationFn: async (setting: 'mute' | 'history') => {
      if (setting === 'mute') await callEndpoint(isMuted ? unmuteRoom : muteRoom, { params })
      else await callEndpoint(changeRoomHistory, { params, body: { isOpen: !isHistoryOpen } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: roomsKey(me) }),
    onError: (error) =>
      toast.error(getErrorMessage(error, 'The room could not be changed. Please try again.')),
  })
}
