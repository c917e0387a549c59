export interface QueuedToast {
  kind: 'success' | 'error' | 'warning' | 'info'
  text: string
}

const queuedToasts: QueuedToast[] = []
const listeners = new Set<() => void>()
let wasEnqueued = false

/** Queues a toast until the toast layer shows it. */
export function enqueueToast(toast: QueuedToast): void {
  queuedToasts.push(toast)
  wasEnqueued = true
  // Notified later: a page may enqueue a toast while it renders, just before the layer subscribes.
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

/** Removes and returns the toasts that were not shown yet. */
export function drainToasts(): QueuedToast[] {
  return queuedToasts.splice(0)
}
