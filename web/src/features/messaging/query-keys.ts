/** Whatever a tab knows of one member's messages is below this key, and goes with it. */
export function messagesKey(me: string) {
  return ['messages', me] as const
}

export const inboxKey = (me: string) => [...messagesKey(me), 'inbox'] as const
