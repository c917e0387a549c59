import { CommentForm } from './comment-form.tsx'
import { useCommentActions } from '../comment-actions.ts'
import { getReplyParentId, type CommentNode } from '../thread/comment-tree.ts'
import { useDraftText } from './use-draft-text.ts'

interface Props {
  node: CommentNode
  onSent: () => void
  onCancel: () => void
}

/** The reply form below a comment. Its draft is kept when it is closed unsent. */
export function ReplyForm({ node, onSent, onCancel }: Props) {
  const { send } = useCommentActions()
  const { _id: parentId, post, user } = node.comment
  const { text, setText, clear } = useDraftText(`comment:${post}:${parentId}`)

  return (
    <div data-replying-to={parentId} className="pt-3">
      <CommentForm
        label={`Reply to ${user?.userName ?? 'Unknown User'}`}
        placeholder="Write a reply..."
        submitLabel="Reply"
        value={text}
        onChange={setText}
        onSubmit={(content) => {
          clear()
          send(content, { answers: parentId, under: getReplyParentId(node) })
          onSent()
        }}
        onCancel={onCancel}
        focusOnMount
      />
    </div>
  )
}
