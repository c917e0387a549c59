export interface QueuedToast {
  kind: 'success' | 'error' | 'warning' | 'info'
  text: string
}

const queuedToasts: QueuedToast[] = []
const listeners = new Set<() => void>()
let wasEnqueued = false

/** Waits until there is a corner to show it in. */
export function enqueueToast(said: QueuedToast): void {
  queuedToasts.push(said)
  wasEnqueued = true
  // A page may speak while it appears, a moment before the corner does.
  queueMicrotask(() => {
    for (const listener of listeners) listener()
  })
}

export function subscribeToToastQueue(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function wasToastEnqueued(): boolean {
  return wasEnqueued
}

/** What nobody has shown yet, once. */
export function drainToasts(): QueuedToast[] {
  return queuedToasts.splice(0)
}
