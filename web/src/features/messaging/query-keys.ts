/** The prefix of every query about one member's messages, by which they are removed together. */
export function messagesKey(me: string) {
  return ['messages', me] as const
}

export const inboxKey = (me: string) => [...messagesKey(me), 'inbox'] as const
