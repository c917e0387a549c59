import { CommentForm } from './comment-form.tsx'
import { useCommentActions } from './comment-actions.ts'
import { getReplyParentId, type CommentNode } from './comment-tree.ts'
import { useDraftText } from './use-draft-text.ts'

interface Props {
  node: CommentNode
  onSent: () => void
  onCancel: () => void
}

/** Opens below the comment that it answers. What was typed waits there, should it be closed unsent. */
export function ReplyForm({ node, onSent, onCancel }: Props) {
  const { send } = useCommentActions()
  const { _id: answers, post, user } = node.comment
  const { typed, type, forget } = useDraftText(`comment:${post}:${answers}`)

  return (
    <div data-answering={answers} className="pt-3">
      <CommentForm
        label={`Reply to ${user?.userName ?? 'Unknown User'}`}
        placeholder="Write a reply..."
        submitLabel="Reply"
        value={typed}
        onChange={type}
        onSubmit={(content) => {
          forget()
          send(content, { answers, under: getReplyParentId(node) })
          onSent()
        }}
        onCancel={onCancel}
        focusOnMount
      />
    </div>
  )
}
