import type { OpenRoom } from '@dolph/contract/rooms/rooms'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useMemberState } from '../accounts/session/member-session.ts'
import { roomListKey } from '../messaging/query-keys.ts'
import { useLeaveTeam } from '../projects/team/team-data.ts'
import { RoomsClient } from './rooms-client.ts'

/** Leaves the team and so its room. The author cannot, and there is no team once the project is deleted. */
export function LeaveTeamButton({ room }: { room: OpenRoom }) {
  const { me } = useMemberState(RoomsClient)
  const own = room.members.find(({ person }) => person._id === me)
  if (!room.post || !own || own.isAuthor) return null
  return <LeaveButton me={me} postId={room.post._id} />
}

function LeaveButton({ me, postId }: { me: string; postId: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const leave = useLeaveTeam(postId)

  const confirm = () =>
    leave.mutate(me, {
      onSuccess: () => {
        toast.success('You have left the team.')
        void client.invalidateQueries({ queryKey: roomListKey(me) })
        void navigate('/messages', { preventScrollReset: true })
      },
      onError: (error) =>
        toast.error(getErrorMessage(error, 'The team could not be changed. Please try again.')),
      onSettled: () => setAsking(false),
    })

  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Leave team
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Leave the team?"
        message="Your messages stay with the team. You can no longer read its room. To come back, ask to join again."
        confirmLabel="Leave team"
        danger
        busy={leave.isPending}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
