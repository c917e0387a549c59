import { useState } from 'react'
import { z } from 'zod/mini'
import { useDraft } from '../../accounts/drafts.ts'

/** The text of a form, stored on the device under `key` until it is sent. */
export function useDraftText(key: string, initial = '') {
  const draft = useDraft(key, z.string())
  const [text, setTextState] = useState(draft.restored ?? initial)

  return {
    text,
    setText: (next: string) => {
      setTextState(next)
      if (next === initial) draft.discard()
      else draft.save(next)
    },
    clear: () => {
      setTextState(initial)
      draft.discard()
    },
  }
}
