import { useRef, useState } from 'react'
import { z } from 'zod/mini'
import { ApiError, getErrorMessage } from '../../lib/api/api-error.ts'
import { useDraft } from '../accounts/drafts.ts'
import { usePostUpdate } from './data.ts'
import { UpdateForm } from './update-form.tsx'

const FAILED = 'The update could not be posted. Please try again.'

/** Where owners write what is new. The text is kept on the device until it is posted. */
export function NewUpdate({ postId, onPosted }: { postId: string; onPosted: () => void }) {
  const draft = useDraft(`update:${postId}:new`, z.string())
  const [text, setText] = useState(draft.restored ?? '')
  const tempId = useRef(createTempId())
  const { mutate, error, isPending, reset } = usePostUpdate(postId)

  const change = (next: string) => {
    setText(next)
    reset()
    if (next === '') draft.discard()
    else draft.save(next)
  }
  const submit = (body: string) =>
    mutate(
      { body, tempId: tempId.current },
      {
        onSuccess: () => {
          tempId.current = createTempId()
          draft.discard()
          setText('')
          onPosted()
        },
        onError: (refusal) => {
          // Another text was posted under this id before its reply was lost.
          if (refusal instanceof ApiError && refusal.code === 'conflict') {
            tempId.current = createTempId()
          }
        },
      },
    )

  return (
    <UpdateForm
      label="What is new?"
      submitLabel="Post update"
      value={text}
      onChange={change}
      onSubmit={submit}
      isSending={isPending}
      error={error ? getErrorMessage(error, FAILED) : undefined}
    />
  )
}

function createTempId(): string {
  return `temp-${crypto.randomUUID()}`
}
