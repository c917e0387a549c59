import type { FlatComment } from '@dolph/contract/comments/comments'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { CommentBody } from '../thread/comment-body.tsx'
import { CommentForm } from './comment-form.tsx'
import { useEditComment } from '../data.ts'
import { useCommentActions } from '../comment-actions.ts'
import { useDraftText } from './use-draft-text.ts'

interface Props {
  comment: FlatComment
  onClose: () => void
}

/** The edit form of a comment. The change is shown at once; if it is refused, the form returns with its text. */
export function EditComment({ comment, onClose }: Props) {
  const { announce } = useCommentActions()
  const { text, setText, clear } = useDraftText(`comment:${comment._id}:edit`, comment.content)
  const edit = useEditComment(comment.post)

  const close = () => {
    clear()
    onClose()
  }
  const save = (content: string) => {
    if (content === comment.content) return close()
    edit.mutate(
      { id: comment._id, content },
      {
        onSuccess: () => {
          announce('Comment saved')
          close()
        },
      },
    )
  }

  if (edit.isPending) {
    return (
      <>
        <CommentBody content={edit.variables.content} />
        <p role="status" className="mt-1 text-sm text-faint">
          Saving...
        </p>
      </>
    )
  }
  return (
    <div className="pt-1 pb-2">
      <CommentForm
        label="Edit comment"
        placeholder="Write a comment..."
        submitLabel="Save"
        value={text}
        onChange={setText}
        onSubmit={save}
        onCancel={close}
        error={
          edit.error
            ? getErrorMessage(edit.error, 'Failed to save comment. Please try again.')
            : undefined
        }
        focusOnMount
      />
    </div>
  )
}
