import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { DRAFT_KEY_PREFIX } from './session-hints.ts'
import { useViewer } from './use-viewer.ts'

const SAVE_DEBOUNCE_MS = 400

export interface Draft<T> {
  /** What was kept when the form opened; undefined when there was nothing. */
  restored: T | undefined
  /** When it was last kept, as an ISO time; undefined while nothing is. */
  savedAt: string | undefined
  /** Keeps `value` once the member pauses, at the latest when the page goes away. */
  save: (value: T) => void
  /** It was sent, or is not wanted any more. */
  discard: () => void
}

/**
 * What a member is typing, kept on this device under `key`: through a reload, a crash and an expired
 * session, for this member only. Where storage is forbidden or full, it lasts as long as the page.
 */
export function useDraft<T>(key: string, schema: z.ZodMiniType<T>): Draft<T> {
  const member = useViewer()?._id
  const name = member && getDraftStorageKey(member, key)
  const [held, setHeld] = useState(() => ({ name, ...readDraft(name, schema) }))
  if (held.name !== name) setHeld({ name, ...readDraft(name, schema) })

  useEffect(() => {
    if (!name) return undefined
    const flush = () => flushDraft(name)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [name])

  return {
    restored: held.found,
    savedAt: held.keptAt,
    save: (value) => {
      if (!name) return
      const keptAt = new Date().toISOString()
      scheduleDraftWrite(name, { keptAt, value }, () =>
        setHeld((now) => (now.name === name ? { ...now, keptAt } : now)),
      )
    },
    discard: () => {
      if (!name) return
      removeDraft(name)
      setHeld({ name, found: undefined, keptAt: undefined })
    },
  }
}

/** The member has left on purpose: nothing they typed stays, not even what is about to be kept. */
export function deleteDraftsOf(member: string): void {
  const start = getDraftStorageKey(member, '')
  const names = [...pendingWrites.keys(), ...listStoredKeys()]
  for (const name of names) if (name.startsWith(start)) removeDraft(name)
}

function getDraftStorageKey(member: string, key: string): string {
  return `${DRAFT_KEY_PREFIX}${member}:${key}`
}

interface PendingWrite {
  kept: { keptAt: string; value: unknown }
  onWritten: () => void
  timer: ReturnType<typeof setTimeout>
}

/** Not in the components, so that leaving on purpose can stop what a form is about to keep. */
const pendingWrites = new Map<string, PendingWrite>()

function scheduleDraftWrite(name: string, kept: PendingWrite['kept'], onWritten: () => void): void {
  clearTimeout(pendingWrites.get(name)?.timer)
  const timer = setTimeout(() => flushDraft(name), SAVE_DEBOUNCE_MS)
  pendingWrites.set(name, { kept, onWritten, timer })
}

function flushDraft(name: string): void {
  const due = pendingWrites.get(name)
  if (!due) return
  clearTimeout(due.timer)
  pendingWrites.delete(name)
  try {
    localStorage.setItem(name, JSON.stringify(due.kept))
    due.onWritten()
  } catch {
    // Forbidden or full: then nothing is kept, and nothing is said to be.
  }
}

function removeDraft(name: string): void {
  clearTimeout(pendingWrites.get(name)?.timer)
  pendingWrites.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {
    // Where storage is forbidden there is nothing to remove.
  }
}

interface StoredDraft<T> {
  found: T | undefined
  keptAt: string | undefined
}

const NO_DRAFT = { found: undefined, keptAt: undefined }

/** What cannot be read, or has another shape than today's, counts as nothing. */
function readDraft<T>(name: string | undefined, schema: z.ZodMiniType<T>): StoredDraft<T> {
  if (!name) return NO_DRAFT
  try {
    const kept: unknown =
      pendingWrites.get(name)?.kept ?? JSON.parse(localStorage.getItem(name) ?? 'null')
    const { keptAt, value } = z.parse(z.object({ keptAt: z.iso.datetime(), value: schema }), kept)
    return { found: value, keptAt }
  } catch {
    return NO_DRAFT
  }
}

function listStoredKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
