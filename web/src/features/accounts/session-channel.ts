/** `signed-out`: a member has left on purpose. `changed`: who is signed in must be asked anew. */
export type SessionEvent = 'signed-out' | 'changed'

/** Other tabs share the cookie, so they share its fate. */
export function broadcastSessionEvent(news: SessionEvent): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  getSessionChannel().postMessage(news)
}

export function subscribeToSessionEvents(onNews: (news: SessionEvent) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) =>
    onNews(data === 'signed-out' ? 'signed-out' : 'changed')
  getSessionChannel().addEventListener('message', hear)
  return () => getSessionChannel().removeEventListener('message', hear)
}

let sessionChannel: BroadcastChannel | undefined

/** One per tab: a second one would hear what the first one says. */
function getSessionChannel(): BroadcastChannel {
  sessionChannel ??= new BroadcastChannel('session')
  return sessionChannel
}
