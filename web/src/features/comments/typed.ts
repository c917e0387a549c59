import { useState } from 'react'
import { z } from 'zod/mini'
import { useDraft } from '../accounts/drafts.ts'

/** What stands in a form, kept on the device under `key` until it is sent. */
export function useTyped(key: string, initial = '') {
  const draft = useDraft(key, z.string())
  const [typed, setTyped] = useState(draft.found ?? initial)

  return {
    typed,
    type: (text: string) => {
      setTyped(text)
      if (text === initial) draft.drop()
      else draft.keep(text)
    },
    forget: () => {
      setTyped(initial)
      draft.drop()
    },
  }
}
