import { useEffect, useState } from 'react'
import { z } from 'zod/mini'
import { DRAFT } from './session-marks.ts'
import { useViewer } from './use-viewer.ts'

const KEEP_AFTER_MS = 400

export interface Draft<T> {
  /** What was kept when the form opened; undefined when there was nothing. */
  found: T | undefined
  /** When it was last kept, as an ISO time; undefined while nothing is. */
  keptAt: string | undefined
  /** Keeps `value` once the member pauses, at the latest when the page goes away. */
  keep: (value: T) => void
  /** It was sent, or is not wanted any more. */
  drop: () => void
}

/**
 * What a member is typing, kept on this device under `key`: through a reload, a crash and an expired
 * session, for this member only. Where storage is forbidden or full, it lasts as long as the page.
 */
export function useDraft<T>(key: string, schema: z.ZodMiniType<T>): Draft<T> {
  const member = useViewer()?._id
  const name = member && nameOf(member, key)
  const [held, setHeld] = useState(() => ({ name, ...read(name, schema) }))
  if (held.name !== name) setHeld({ name, ...read(name, schema) })

  useEffect(() => {
    if (!name) return undefined
    const flush = () => writeNow(name)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [name])

  return {
    found: held.found,
    keptAt: held.keptAt,
    keep: (value) => {
      if (!name) return
      const keptAt = new Date().toISOString()
      writeSoon(name, { keptAt, value }, () =>
        setHeld((now) => (now.name === name ? { ...now, keptAt } : now)),
      )
    },
    drop: () => {
      if (!name) return
      remove(name)
      setHeld({ name, found: undefined, keptAt: undefined })
    },
  }
}

/** The member has left on purpose: nothing they typed stays, not even what is about to be kept. */
export function dropDraftsOf(member: string): void {
  const start = nameOf(member, '')
  const names = [...waiting.keys(), ...storedNames()]
  for (const name of names) if (name.startsWith(start)) remove(name)
}

function nameOf(member: string, key: string): string {
  return `${DRAFT}${member}:${key}`
}

interface Waiting {
  kept: { keptAt: string; value: unknown }
  onWritten: () => void
  timer: ReturnType<typeof setTimeout>
}

/** Not in the components, so that leaving on purpose can stop what a form is about to keep. */
const waiting = new Map<string, Waiting>()

function writeSoon(name: string, kept: Waiting['kept'], onWritten: () => void): void {
  clearTimeout(waiting.get(name)?.timer)
  const timer = setTimeout(() => writeNow(name), KEEP_AFTER_MS)
  waiting.set(name, { kept, onWritten, timer })
}

function writeNow(name: string): void {
  const due = waiting.get(name)
  if (!due) return
  clearTimeout(due.timer)
  waiting.delete(name)
  try {
    localStorage.setItem(name, JSON.stringify(due.kept))
    due.onWritten()
  } catch {
    // Forbidden or full: then nothing is kept, and nothing is said to be.
  }
}

function remove(name: string): void {
  clearTimeout(waiting.get(name)?.timer)
  waiting.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {
    // Where storage is forbidden there is nothing to remove.
  }
}

interface Found<T> {
  found: T | undefined
  keptAt: string | undefined
}

const NOTHING = { found: undefined, keptAt: undefined }

/** What cannot be read, or has another shape than today's, counts as nothing. */
function read<T>(name: string | undefined, schema: z.ZodMiniType<T>): Found<T> {
  if (!name) return NOTHING
  try {
    const kept: unknown =
      waiting.get(name)?.kept ?? JSON.parse(localStorage.getItem(name) ?? 'null')
    const { keptAt, value } = z.parse(z.object({ keptAt: z.iso.datetime(), value: schema }), kept)
    return { found: value, keptAt }
  } catch {
    return NOTHING
  }
}

function storedNames(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
