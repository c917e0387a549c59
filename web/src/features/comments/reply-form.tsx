import { CommentForm } from './comment-form.tsx'
import { useDeeds } from './deeds.ts'
import { placeOfAnswer, type Entry } from './threads.ts'
import { useTyped } from './typed.ts'

interface Props {
  entry: Entry
  onSent: () => void
  onCancel: () => void
}

/** Opens below the comment that it answers. What was typed waits there, should it be closed unsent. */
export function ReplyForm({ entry, onSent, onCancel }: Props) {
  const { send } = useDeeds()
  const { _id: answers, post, user } = entry.comment
  const { typed, type, forget } = useTyped(`comment:${post}:${answers}`)

  return (
    <div data-answering={answers} className="pt-3">
      <CommentForm
        label={`Reply to ${user?.userName ?? 'Unknown User'}`}
        placeholder="Write a reply..."
        submitLabel="Reply"
        typed={typed}
        onType={type}
        onSubmit={(content) => {
          forget()
          send(content, { answers, under: placeOfAnswer(entry) })
          onSent()
        }}
        onCancel={onCancel}
        isSummoned
      />
    </div>
  )
}
