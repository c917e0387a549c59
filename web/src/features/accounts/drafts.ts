import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { DRAFT_KEY_PREFIX } from './session/session-hints.ts'
import { useViewer } from './session/use-viewer.ts'

const SAVE_DEBOUNCE_MS = 400

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
  const member = useViewer()?._id
  const storageKey = member && getDraftStorageKey(member, key)
  const readCurrent = () => ({ storageKey, ...readDraft(storageKey, schema) })
  const [stored, setDraft] = useState(readCurrent)
  const isCurrent = stored.storageKey === storageKey
  // The draft of another place or member is not returned even once: the caller may store it.
  const draft = isCurrent ? stored : readCurrent()
  if (!isCurrent) setDraft(draft)

  useEffect(() => {
    if (!storageKey) return undefined
    const flush = () => flushDraft(storageKey)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [storageKey])

  return {
    restored: draft.value,
    savedAt: draft.savedAt,
    save: (value) => {
      if (!storageKey) return
      const savedAt = new Date().toISOString()
      scheduleDraftWrite(storageKey, { keptAt: savedAt, value }, () =>
        setDraft((current) =>
          current.storageKey === storageKey ? { ...current, savedAt } : current,
        ),
      )
    },
    discard: () => {
      if (!storageKey) return
      removeDraft(storageKey)
      setDraft({ storageKey, ...NO_DRAFT })
    },
  }
}

/** Called when the member logs out: deletes their stored drafts and those about to be stored. */
export function deleteDraftsOf(member: string): void {
  const prefix = getDraftStorageKey(member, '')
  const storageKeys = [...pendingWrites.keys(), ...listStoredKeys()]
  for (const storageKey of storageKeys) {
    if (storageKey.startsWith(prefix)) removeDraft(storageKey)
  }
}

function getDraftStorageKey(member: string, key: string): string {
  return `${DRAFT_KEY_PREFIX}${member}:${key}`
}

interface PendingWrite {
  /** The JSON in storage; its names stay, so that drafts on existing devices remain readable. */
  record: { keptAt: string; value: unknown }
  onWritten: () => void
  timer: ReturnType<typeof setTimeout>
}

/** Module state instead of component state: a log-out must be able to cancel the pending write of any form. */
const pendingWrites = new Map<string, PendingWrite>()

function scheduleDraftWrite(
  storageKey: string,
  record: PendingWrite['record'],
  onWritten: () => void,
): void {
  clearTimeout(pendingWrites.get(storageKey)?.timer)
  const timer = setTimeout(() => flushDraft(storageKey), SAVE_DEBOUNCE_MS)
  pendingWrites.set(storageKey, { record, onWritten, timer })
}

function flushDraft(storageKey: string): void {
  const pending = pendingWrites.get(storageKey)
  if (!pending) return
  clearTimeout(pending.timer)
  pendingWrites.delete(storageKey)
  try {
    localStorage.setItem(storageKey, JSON.stringify(pending.record))
    pending.onWritten()
  } catch {
    // Storage is disabled or full: `savedAt` stays unset, so the form does not claim that the draft is stored.
  }
}

function removeDraft(storageKey: string): void {
  clearTimeout(pendingWrites.get(storageKey)?.timer)
  pendingWrites.delete(storageKey)
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Where storage is disabled there is nothing to remove.
  }
}

interface StoredDraft<T> {
  value: T | undefined
  savedAt: string | undefined
}

const NO_DRAFT = { value: undefined, savedAt: undefined }

/** A record that is unreadable or has an outdated shape counts as no draft. */
function readDraft<T>(storageKey: string | undefined, schema: z.ZodMiniType<T>): StoredDraft<T> {
  if (!storageKey) return NO_DRAFT
  try {
    const record: unknown =
      pendingWrites.get(storageKey)?.record ??
      JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    const { keptAt, value } = z.parse(z.object({ keptAt: z.iso.datetime(), value: schema }), record)
    return { value, savedAt: keptAt }
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
