/** The prefix of every query about one member's notifications; the id removes them from the cache when the session ends. */
export function notificationsKey(me: string) {
  return ['notifications', me] as const
}

/** The prefix of the two lists: the newest lines, and all of them page by page. */
export const notificationListsKey = (me: string) => [...notificationsKey(me), 'lists'] as const

export const newestNotificationsKey = (me: string) =>
  [...notificationListsKey(me), 'newest'] as const
