/** `signed-out`: the member logged out. `changed`: the signed-in member may be another one and must be refetched. */
export type SessionEvent = 'signed-out' | 'changed'

/** Notifies the other tabs: they use the same session cookie. */
export function broadcastSessionEvent(event: SessionEvent): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  getSessionChannel().postMessage(event)
}

export function subscribeToSessionEvents(onEvent: (event: SessionEvent) => void): () => void {
  const onMessage = ({ data }: MessageEvent<unknown>) =>
    onEvent(data === 'signed-out' ? 'signed-out' : 'changed')
  getSessionChannel().addEventListener('message', onMessage)
  return () => getSessionChannel().removeEventListener('message', onMessage)
}

let sessionChannel: BroadcastChannel | undefined

/** One channel per tab: a second one would receive the events that the first one sends. */
function getSessionChannel(): BroadcastChannel {
  sessionChannel ??= new BroadcastChannel('session')
  return sessionChannel
}
