import { useState } from 'react'
import { z } from 'zod/mini'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { useDraft } from '../accounts/drafts.ts'
import { usePostUpdate } from './data.ts'
import { UpdateForm } from './update-form.tsx'

const FAILED = 'The update could not be posted. Please try again.'

/** Where owners write what is new. The text is kept on the device until it is posted. */
export function NewUpdate({ postId, onPosted }: { postId: string; onPosted: () => void }) {
  const draftKey = `update:${postId}:new`
  const draft = useDraft(draftKey, z.string())
  const [text, setText] = useState(draft.restored ?? '')
  const { mutate, error, isPending, reset } = usePostUpdate(postId, draftKey)

  const change = (next: string) => {
    setText(next)
    reset()
    if (next === '') draft.discard()
    else draft.save(next)
  }
  const submit = (body: string) =>
    mutate(body, {
      onSuccess: () => {
        draft.discard()
        setText('')
        onPosted()
      },
    })

  return (
    <UpdateForm
      label="What’s new?"
      submitLabel="Post update"
      value={text}
      onChange={change}
      onSubmit={submit}
      isSending={isPending}
      error={error ? getErrorMessage(error, FAILED) : undefined}
    />
  )
}
