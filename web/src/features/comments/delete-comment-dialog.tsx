import type { FlatComment } from '@dolph/contract/comments/comments'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { getCommentExcerpt } from './thread/comment-excerpt.ts'

interface Props {
  /** Null while the dialog is closed. */
  comment: FlatComment | null
  busy: boolean
  onConfirm: (comment: FlatComment) => void
  onCancel: () => void
}

/** Asks for confirmation before a comment is deleted. */
export function DeleteCommentDialog({ comment, busy, onConfirm, onCancel }: Props) {
  // The last comment is remembered, so that its text stays while the dialog fades out.
  const [lastComment, setLastComment] = useState(comment)
  if (comment !== null && comment !== lastComment) setLastComment(comment)

  return (
    <ConfirmDialog
      open={comment !== null}
      danger
      title="Delete comment"
      message="Are you sure you want to delete this comment?"
      subject={lastComment ? getCommentExcerpt(lastComment) : undefined}
      confirmLabel="Delete"
      busy={busy}
      onConfirm={() => comment && onConfirm(comment)}
      onCancel={onCancel}
    />
  )
}
