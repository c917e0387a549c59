/** The prefix of every query about one member's join requests; the id removes them from the cache when the session ends. */
export const joinRequestsKey = (me: string) => ['join-requests', me] as const

export const joinRequestListsKey = (me: string) => [...joinRequestsKey(me), 'lists'] as const

export const waitingCountKey = (me: string) => [...joinRequestsKey(me), 'waiting-count'] as const
