import type { TeamMember } from '@dolph/contract/projects/projects'
import { Ellipsis, LogOut, ShieldCheck, ShieldMinus, UserMinus } from 'lucide-react'
import { useState, type RefObject } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useChangeTeamMember, useLeaveTeam } from './team-data.ts'

interface Props {
  postId: string
  /** The viewer's own place on the team. */
  own: TeamMember
  member: TeamMember
  /** Gets the focus when the member, and so the menu, is gone. */
  finalFocus: RefObject<HTMLElement | null>
}

const FAILED = 'The team could not be changed. Please try again.'

/** Makes a member of the team a co-owner, removes them, or leaves. */
export function TeamMemberMenu({ postId, own, member, finalFocus }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const change = useChangeTeamMember(postId)
  const leave = useLeaveTeam(postId)
  const { person, isCoOwner } = member
  const isSelf = own.person._id === person._id
  const showError = (error: Error) => toast.error(getErrorMessage(error, FAILED))

  function toggleCoOwner() {
    change.mutate(
      { userId: person._id, isCoOwner: !isCoOwner },
      {
        onSuccess: () =>
          toast.success(
            isCoOwner
              ? `${person.userName} is no longer a co-owner.`
              : `${person.userName} is a co-owner now.`,
          ),
        onError: showError,
      },
    )
  }

  function confirmLeave() {
    leave.mutate(person._id, {
      onSuccess: () => {
        toast.success(
          isSelf ? 'You have left the team.' : `${person.userName} is no longer on the team.`,
        )
        finalFocus.current?.focus()
      },
      onError: showError,
      onSettled: () => setIsAsking(false),
    })
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={isSelf ? 'Your place on the team' : `Change ${person.userName}`}
            icon={Ellipsis}
            size="sm"
            busy={change.isPending}
          />
        }
      >
        {own.isAuthor && !isSelf && (
          <MenuItem icon={isCoOwner ? ShieldMinus : ShieldCheck} onSelect={toggleCoOwner}>
            {isCoOwner ? 'No longer a co-owner' : 'Make a co-owner'}
          </MenuItem>
        )}
        <MenuItem icon={isSelf ? LogOut : UserMinus} danger onSelect={() => setIsAsking(true)}>
          {isSelf ? 'Leave the team' : 'Remove from the team'}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={isAsking}
        title={isSelf ? 'Leave the team?' : `Remove ${person.userName} from the team?`}
        message={
          isSelf
            ? 'You are no longer shown on the project’s page. Your messages stay with the team. To come back, ask to join again.'
            : 'They are no longer shown on the project’s page. The role stays filled: open it again if you are looking for someone.'
        }
        confirmLabel={isSelf ? 'Leave the team' : 'Remove'}
        danger
        busy={leave.isPending}
        onConfirm={confirmLeave}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
