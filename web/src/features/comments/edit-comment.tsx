import type { FlatComment } from '@dolph/contract/comments'
import { messageOf } from '../../lib/api.ts'
import { CommentBody } from './comment-body.tsx'
import { CommentForm } from './comment-form.tsx'
import { useEditComment } from './data.ts'
import { useDeeds } from './deeds.ts'
import { useTyped } from './typed.ts'

interface Props {
  comment: FlatComment
  onClose: () => void
}

/** A comment being changed. The change is shown at once; one that is refused comes back into the form. */
export function EditComment({ comment, onClose }: Props) {
  const { announce } = useDeeds()
  const { typed, type, forget } = useTyped(`comment:${comment._id}:edit`, comment.content)
  const edit = useEditComment(comment.post)

  const close = () => {
    forget()
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
        typed={typed}
        onType={type}
        onSubmit={save}
        onCancel={close}
        error={
          edit.error
            ? messageOf(edit.error, 'Failed to save comment. Please try again.')
            : undefined
        }
        isSummoned
      />
    </div>
  )
}
