/** The prefix of every query about one member's messages; the id removes them from the cache when the session ends. */
export function messagesKey(me: string) {
  return ['messages', me] as const
}

export const inboxKey = (me: string) => [...messagesKey(me), 'inbox'] as const

export const roomsKey = (me: string) => [...messagesKey(me), 'rooms'] as const

export const roomListKey = (me: string) => [...roomsKey(me), 'list'] as const
