/** `signed-out`: a member has left on purpose. `changed`: who is signed in must be asked anew. */
export type News = 'signed-out' | 'changed'

/** Other tabs share the cookie, so they share its fate. */
export function tellOtherTabs(news: News): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  channel().postMessage(news)
}

export function hearOtherTabs(onNews: (news: News) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) =>
    onNews(data === 'signed-out' ? 'signed-out' : 'changed')
  channel().addEventListener('message', hear)
  return () => channel().removeEventListener('message', hear)
}

let tabs: BroadcastChannel | undefined

/** One per tab: a second one would hear what the first one says. */
function channel(): BroadcastChannel {
  tabs ??= new BroadcastChannel('session')
  return tabs
}
