import type { RefObject } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { CommentForm } from './comment-form.tsx'
import { useDeeds } from './deeds.ts'
import { useTyped } from './typed.ts'

interface Props {
  postId: string
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

export function NewComment({ postId, fieldRef }: Props) {
  const { viewer, send } = useDeeds()
  const { typed, type, forget } = useTyped(`comment:${postId}:new`)

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
        typed={typed}
        onType={type}
        onSubmit={(content) => {
          forget()
          send(content, { answers: null, under: null })
        }}
        fieldRef={fieldRef}
      />
    </div>
  )
}
