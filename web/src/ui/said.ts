export interface Said {
  kind: 'success' | 'error' | 'warning' | 'info'
  text: string
}

const waiting: Said[] = []
const listeners = new Set<() => void>()
let isSaid = false

/** Waits until there is a corner to show it in. */
export function say(said: Said): void {
  waiting.push(said)
  isSaid = true
  // A page may speak while it appears, a moment before the corner does.
  queueMicrotask(() => {
    for (const listener of listeners) listener()
  })
}

export function hearSaid(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function isAnythingSaid(): boolean {
  return isSaid
}

/** What nobody has shown yet, once. */
export function takeSaid(): Said[] {
  return waiting.splice(0)
}
