import type { Post } from '@dolph/contract/posts/posts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

interface Props {
  post: Post
  open: boolean
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation before a post is deleted. */
export function DeletePostDialog({ post, ...dialog }: Props) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Delete post"
      message="Are you sure you want to delete this post?"
      subject={post.title}
      confirmLabel="Delete post"
      danger
    />
  )
}
