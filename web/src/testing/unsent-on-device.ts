import type { Unsent } from '../features/messaging/unsent.ts'
import { ADA, BOB } from './some-message.ts'

const NAME = `draft:${ADA._id}:message:${BOB._id}:unsent`

/** Puts on the device what Ada wrote to Bob earlier or in another tab, beside what is there. */
export function keepOnDevice(all: (Pick<Unsent, 'tempId' | 'content'> & Partial<Unsent>)[]): void {
  const keptAt = new Date().toISOString()
  const fields = { createdAt: keptAt, failure: null, isPassing: false }
  const value = [...onDevice(), ...all.map((each) => ({ ...fields, ...each }))]
  localStorage.setItem(NAME, JSON.stringify({ keptAt, value }))
}

export function textsOnDevice(): string[] {
  return onDevice().map(({ content }) => content)
}

function onDevice(): Unsent[] {
  const kept = localStorage.getItem(NAME)
  return kept === null ? [] : (JSON.parse(kept) as { value: Unsent[] }).value
}
