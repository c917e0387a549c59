import { useLayoutEffect, useState } from 'react'
import type { z } from 'zod/mini'
import { DraftStore, NO_DRAFT } from './draft-store.ts'
import { useMemberSession } from './session/member-session.ts'

export interface Draft<T> {
  /** The value stored when the form opened; undefined when there was none. */
  restored: T | undefined
  /** When the draft was last stored, as an ISO time; undefined while nothing is stored. */
  savedAt: string | undefined
  /** Stores `value` once the member pauses, at the latest when the page is hidden or unmounted. */
  save: (value: T) => void
  /** Deletes the draft, after it was sent or given up. */
  discard: () => void
}

/**
 * Stores what a member types on this device under `key`. The draft survives a reload, a crash and an expired
 * session, and is only shown to this member. Where storage is disabled or full, it lasts as long as the page.
 */
export function useDraft<T>(key: string, schema: z.ZodMiniType<T>): Draft<T> {
  const store = useMemberSession()?.get(DraftStore)
  const readCurrent = () => ({ store, key, ...(store?.readDraft(key, schema) ?? NO_DRAFT) })
  const [stored, setDraft] = useState(readCurrent)
  const isCurrent = stored.store === store && stored.key === key
  // The draft of another place or member is not returned even once: the caller may store it.
  const draft = isCurrent ? stored : readCurrent()
  if (!isCurrent) setDraft(draft)

  // A layout effect: its cleanup stores the draft before the next page can be seen.
  useLayoutEffect(() => {
    if (!store) return undefined
    const flush = () => store.flush(key)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [store, key])

  return {
    restored: draft.value,
    savedAt: draft.savedAt,
    save: (value) =>
      store?.scheduleWrite(key, value, (savedAt) =>
        setDraft((current) =>
          current.store === store && current.key === key ? { ...current, savedAt } : current,
        ),
      ),
    discard: () => {
      if (!store) return
      store.removeDraft(key)
      setDraft({ store, key, ...NO_DRAFT })
    },
  }
}
