import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

interface Props {
  isOpen: boolean
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function DeleteMessageDialog({ isOpen, isBusy, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      open={isOpen}
      danger
      title="Delete for everyone?"
      message="If it is reported within 7 days, a moderator can still read it."
      confirmLabel="Delete"
      busy={isBusy}
      onConfirm={onConfirm}
      onCancel={onClose}
    />
  )
}
