import type { RefObject } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { CommentForm } from './comment-form.tsx'
import { useCommentActions } from '../comment-actions.ts'
import { useDraftText } from './use-draft-text.ts'

interface Props {
  postId: string
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

export function NewComment({ postId, fieldRef }: Props) {
  const { viewer, send } = useCommentActions()
  const { text, setText, clear } = useDraftText(`comment:${postId}:new`)

  return (
    <div className="grid gap-x-3 sm:grid-cols-[var(--avatar)_minmax(0,1fr)]">
      <Avatar
        name={viewer?.userName ?? '?'}
        picture={viewer?.profilePicture}
        size="sm"
        className="mt-7 size-(--avatar)! text-xs! max-sm:hidden"
      />
      <CommentForm
        label="Add a comment"
        placeholder="Write a comment..."
        submitLabel="Post comment"
        value={text}
        onChange={setText}
        onSubmit={(content) => {
          clear()
          send(content, { answers: null, under: null })
        }}
        fieldRef={fieldRef}
      />
    </div>
  )
}
