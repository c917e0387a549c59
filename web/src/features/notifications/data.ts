import {
  readNotifications,
  type Notification,
  type NotificationServerEvent,
} from '@dolph/contract/notifications/notifications'
import type { InputOf } from '@dolph/contract/endpoint'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { connection } from '../../realtime/connection.ts'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { listKnownNotifications } from './list-known-notifications.ts'
import { applyEventToNewest, applyEventToPages, markPageRead } from './notification-pages.ts'
import { POST_KINDS } from './post-kinds.ts'
import { newestNotificationsKey, notificationListsKey } from './query-keys.ts'

/** As many as the popover of the bell shows. */
const NEWEST_COUNT = 10

/** The newest lines and the number of unread ones, kept up to date on every page. */
export const newestNotificationsQuery = (me: string) =>
  queryOptions({
    queryKey: newestNotificationsKey(me),
    queryFn: async ({ signal }) => {
      const querystring = { limit: NEWEST_COUNT }
      const { result, events } = await collectEvents(() =>
        listKnownNotifications(querystring, signal),
      )
      return events.reduce((page, event) => applyEventToNewest(page, event, NEWEST_COUNT), result)
    },
  })

/** All lines, newest first, page by page. */
export const notificationListQuery = (me: string) =>
  infiniteQueryOptions({
    queryKey: [...notificationListsKey(me), 'all'] as const,
    queryFn: ({ pageParam, signal }) => {
      const querystring = pageParam === null ? {} : { cursor: pageParam }
      return listKnownNotifications(querystring, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })

/** Applies an event of the server to what is cached. */
export function applyNotificationEvent(
  client: QueryClient,
  me: string,
  event: NotificationServerEvent,
): void {
  client.setQueryData(
    newestNotificationsQuery(me).queryKey,
    (page) => page && applyEventToNewest(page, event, NEWEST_COUNT),
  )
  const { queryKey } = notificationListQuery(me)
  const isListOutdated = client.isFetching({ queryKey, exact: true }) > 0
  client.setQueryData(
    queryKey,
    (list) => list && { ...list, pages: applyEventToPages(list.pages, event) },
  )
  // Which lines were read or removed, the event does not say.
  if (event.latest === null) void refetchNotifications(client, me)
  else if (isListOutdated) void client.invalidateQueries({ queryKey })
}

/** Cancels first: a reply under way may be older than what has changed, and a first fetch would not be repeated. */
export async function refetchNotifications(client: QueryClient, me: string): Promise<void> {
  const queryKey = notificationListsKey(me)
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

type Selection = InputOf<typeof readNotifications>['body']

/** Reads lines at once on this page; the number that the server replies with is the right one. */
export function useReadNotifications() {
  const client = useQueryClient()
  const me = useViewer()?._id ?? ''
  return useMutation({
    mutationFn: (body: Selection) => callEndpoint(readNotifications, { body }),
    onMutate: (body) => {
      const isMeant = (line: Notification) => isSelected(line, body)
      client.setQueryData(
        newestNotificationsQuery(me).queryKey,
        (page) => page && markPageRead(page, isMeant),
      )
      client.setQueryData(
        notificationListQuery(me).queryKey,
        (list) => list && { ...list, pages: list.pages.map((page) => markPageRead(page, isMeant)) },
      )
    },
    onSuccess: ({ unreadCount }) => {
      client.setQueryData(
        newestNotificationsQuery(me).queryKey,
        (page) => page && { ...page, unreadCount },
      )
    },
    onSettled: () => refetchNotifications(client, me),
  })
}

function isSelected(line: Notification, selection: Selection): boolean {
  if ('ids' in selection) return selection.ids.includes(line._id)
  if ('post' in selection)
    return line.post?._id === selection.post && POST_KINDS.includes(line.kind)
  return Date.parse(line.at) <= Date.parse(selection.upTo)
}

/** Collects the events that arrive during a fetch: its reply may be older than they are. */
async function collectEvents<T>(
  fetchResult: () => Promise<T>,
): Promise<{ result: T; events: NotificationServerEvent[] }> {
  const events: NotificationServerEvent[] = []
  const stopCollecting = connection.on('notification', (event) => events.push(event))
  try {
    return { result: await fetchResult(), events }
  } finally {
    stopCollecting()
  }
}
