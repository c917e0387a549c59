import { z } from 'zod/mini'
import type { MemberSession, MemberState } from './session/member-session.ts'
import { DRAFT_KEY_PREFIX } from './session/session-hints.ts'

const SAVE_DEBOUNCE_MS = 400

export interface StoredDraft<T> {
  value: T | undefined
  savedAt: string | undefined
}

export const NO_DRAFT = { value: undefined, savedAt: undefined }

interface PendingWrite {
  /** The JSON in storage. */
  record: { savedAt: string; value: unknown }
  onWritten: () => void
  timer: ReturnType<typeof setTimeout>
}

/** The drafts of one member on this device, by the key of their form: the stored ones and those about to be stored. */
export class DraftStore implements MemberState {
  readonly #prefix: string
  /** Held here and not in the forms: a log-out cancels the pending write of any form. */
  readonly #pendingWrites = new Map<string, PendingWrite>()

  constructor({ memberId }: MemberSession) {
    this.#prefix = `${DRAFT_KEY_PREFIX}${memberId}:`
  }

  /** A record that is unreadable or has an outdated shape counts as no draft. */
  readDraft<T>(key: string, schema: z.ZodMiniType<T>): StoredDraft<T> {
    try {
      const record: unknown =
        this.#pendingWrites.get(key)?.record ??
        JSON.parse(localStorage.getItem(this.#prefix + key) ?? 'null')
      return z.parse(z.object({ savedAt: z.iso.datetime(), value: schema }), record)
    } catch {
      return NO_DRAFT
    }
  }

  /** Stores the draft once the member pauses. */
  scheduleWrite(key: string, value: unknown, onWritten: (savedAt: string) => void): void {
    clearTimeout(this.#pendingWrites.get(key)?.timer)
    const savedAt = new Date().toISOString()
    this.#pendingWrites.set(key, {
      record: { savedAt, value },
      onWritten: () => onWritten(savedAt),
      timer: setTimeout(() => this.flush(key), SAVE_DEBOUNCE_MS),
    })
  }

  /** Stores the draft now. */
  writeDraft(key: string, value: unknown): void {
    this.scheduleWrite(key, value, () => undefined)
    this.flush(key)
  }

  /** Stores the draft now, if it is about to be stored. */
  flush(key: string): void {
    const pending = this.#pendingWrites.get(key)
    if (!pending) return
    clearTimeout(pending.timer)
    this.#pendingWrites.delete(key)
    try {
      localStorage.setItem(this.#prefix + key, JSON.stringify(pending.record))
      pending.onWritten()
    } catch {
      // Storage is disabled or full: `savedAt` stays unset, so the form does not claim that the draft is stored.
    }
  }

  removeDraft(key: string): void {
    clearTimeout(this.#pendingWrites.get(key)?.timer)
    this.#pendingWrites.delete(key)
    try {
      localStorage.removeItem(this.#prefix + key)
    } catch {
      // Where storage is disabled there is nothing to remove.
    }
  }

  /** The drafts of an expired session are kept. After a log-out nothing is about to be stored. */
  close(): void {
    for (const key of [...this.#pendingWrites.keys()]) this.flush(key)
  }

  /** Called when the member logs out: deletes the stored drafts and those about to be stored. */
  deleteAll(): void {
    const storedKeys = listStoredKeys()
      .filter((storageKey) => storageKey.startsWith(this.#prefix))
      .map((storageKey) => storageKey.slice(this.#prefix.length))
    for (const key of [...this.#pendingWrites.keys(), ...storedKeys]) this.removeDraft(key)
  }
}

function listStoredKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
