import { z } from 'zod/mini'
import { DRAFT } from '../accounts/session-marks.ts'
import { Unsent } from './unsent.ts'

const Kept = z.object({ keptAt: z.iso.datetime(), value: z.array(Unsent) })

/** Whose messages to whom. */
interface Place {
  me: string
  peerId: string
}

/** What this page has had itself, by name of the copy: the rest of a copy belongs to other tabs. */
const own = new Map<string, Set<string>>()

/** What was written to somebody and not confirmed when it was last kept on this device. */
export function findUnsent(place: Place): Unsent[] {
  const name = nameOf(place)
  const found = read(name)
  noteOwn(name, found)
  return found
}

/** Keeps what this page has; what only another tab has stays beside it. */
export function keepUnsent(place: Place, all: readonly Unsent[]): void {
  const name = nameOf(place)
  const mine = noteOwn(name, all)
  const others = read(name).filter(({ tempId }) => !mine.has(tempId))
  write(name, [...others, ...all])
}

export function forgetKept(): void {
  own.clear()
}

/** A draft like any other: whoever leaves on purpose takes it off this device. */
function nameOf({ me, peerId }: Place): string {
  return `${DRAFT}${me}:message:${peerId}:unsent`
}

function noteOwn(name: string, all: readonly Unsent[]): Set<string> {
  const mine = own.get(name) ?? new Set<string>()
  for (const { tempId } of all) mine.add(tempId)
  own.set(name, mine)
  return mine
}

/** What cannot be read, or has another shape than today's, counts as nothing. */
function read(name: string): Unsent[] {
  try {
    return z.parse(Kept, JSON.parse(localStorage.getItem(name) ?? '')).value
  } catch {
    return []
  }
}

function write(name: string, value: readonly Unsent[]): void {
  try {
    if (value.length === 0) localStorage.removeItem(name)
    else localStorage.setItem(name, JSON.stringify({ keptAt: new Date().toISOString(), value }))
  } catch {
    // Forbidden or full: then it lasts as long as the page.
  }
}
