import { useState } from 'react'
import { z } from 'zod/mini'
import { useDraft } from '../accounts/drafts.ts'

/** What stands in a form, kept on the device under `key` until it is sent. */
export function useDraftText(key: string, initial = '') {
  const draft = useDraft(key, z.string())
  const [typed, setTyped] = useState(draft.restored ?? initial)

  return {
    typed,
    type: (text: string) => {
      setTyped(text)
      if (text === initial) draft.discard()
      else draft.save(text)
    },
    forget: () => {
      setTyped(initial)
      draft.discard()
    },
  }
}
