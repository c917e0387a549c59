import { Confirm } from '../../ui/confirm.tsx'

interface Props {
  open: boolean
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks once more before a post goes for good. */
export function ConfirmDeletion(props: Props) {
  return (
    <Confirm
      {...props}
      title="Delete post"
      message="Are you sure you want to delete this post?"
      confirmLabel="Delete Post"
      danger
    />
  )
}
