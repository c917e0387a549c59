import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface Props {
  open: boolean
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation before a post is deleted. */
export function DeletePostDialog(props: Props) {
  return (
    <ConfirmDialog
      {...props}
      title="Delete post"
      message="Are you sure you want to delete this post?"
      confirmLabel="Delete Post"
      danger
    />
  )
}
