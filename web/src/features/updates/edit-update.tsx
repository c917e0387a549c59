import type { Update } from '@dolph/contract/updates/updates'
import { useState } from 'react'
import { z } from 'zod/mini'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { useDraft } from '../accounts/drafts.ts'
import { useEditUpdate } from './data.ts'
import { UpdateForm } from './update-form.tsx'

const FAILED = 'The update could not be saved. Please try again.'

export function EditUpdate({ update, onClose }: { update: Update; onClose: () => void }) {
  const draft = useDraft(`update:${update._id}:edit`, z.string())
  const [text, setText] = useState(draft.restored ?? update.body)
  const { mutate, error, isPending, reset } = useEditUpdate(update.post)

  const close = () => {
    draft.discard()
    onClose()
  }
  return (
    <UpdateForm
      label="Edit update"
      submitLabel="Save"
      value={text}
      onChange={(next) => {
        setText(next)
        reset()
        draft.save(next)
      }}
      onSubmit={(body) =>
        body === update.body ? close() : mutate({ id: update._id, body }, { onSuccess: close })
      }
      onCancel={close}
      isSending={isPending}
      error={error ? getErrorMessage(error, FAILED) : undefined}
      focusOnMount
    />
  )
}
