import type { Person } from '@dolph/contract/people/people'
import type { RefObject } from 'react'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useChangeRelation } from './use-change-relation.ts'

interface Props {
  member: Pick<Person, '_id' | 'userName'>
  open: boolean
  /** The button of the menu that opened the dialog. */
  finalFocus: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Says what a block closes, and asks for confirmation. */
export function BlockDialog({ member, open, finalFocus, onClose }: Props) {
  const { mutate, isPending } = useChangeRelation(member)
  return (
    <ConfirmDialog
      open={open}
      danger
      title={`Block ${member.userName}?`}
      message="Neither of you can message the other or comment on the other’s posts. You no longer see their posts and comments. They are not told, and you can unblock them at any time."
      confirmLabel="Block"
      busy={isPending}
      finalFocus={finalFocus}
      onConfirm={() => mutate('block', { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
