import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { connection } from '../../realtime/connection.ts'
import { useServerEvent } from '../../realtime/use-server-event.ts'
import { useMemberSession } from '../accounts/session/member-session.ts'
import {
  applyNotificationEvent,
  newestNotificationsQuery,
  refetchNotifications,
  useReadNotifications,
} from './data.ts'
import type { NotificationPage } from './notification-pages.ts'

/** For events that were lost, for example because Redis was down. */
const REFETCH_INTERVAL_MS = 60_000

/** Keeps the member's notifications up to date on every page. Mounted once. */
export function LiveNotifications() {
  const me = useMemberSession()?.memberId
  return me === undefined ? null : <NotificationUpdates key={me} me={me} />
}

function NotificationUpdates({ me }: { me: string }) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...newestNotificationsQuery(me),
    refetchInterval: REFETCH_INTERVAL_MS,
  })
  useServerEvent('notification', (event) => applyNotificationEvent(client, me, event))
  useEffect(
    () =>
      connection.subscribe(() => {
        // Events published while the socket was disconnected are lost.
        if (connection.getState() === 'connected') void refetchNotifications(client, me)
      }),
    [client, me],
  )
  useReadOnVisit(data)
  return null
}

/** Opening a page reads the lines that lead to it. Those that arrive while it is open stay unread. */
function useReadOnVisit(newest: NotificationPage | undefined): void {
  const { pathname } = useLocation()
  const { mutate: readLines } = useReadNotifications()
  const isLoaded = newest !== undefined
  const readVisited = useEffectEvent((path: string) => {
    const selection = newest && selectVisited(newest, path)
    if (selection) readLines(selection)
  })
  useEffect(() => {
    if (isLoaded) readVisited(pathname)
  }, [pathname, isLoaded])
}

/** By ids, or by the post where there are more unread lines than the newest, which may be about it too. */
function selectVisited({ data, unreadCount }: NotificationPage, path: string) {
  const unread = data.filter(({ isRead }) => !isRead)
  const postId = /^\/posts\/([\da-f-]{36})$/.exec(path)?.[1]
  if (postId !== undefined && unread.length < unreadCount) return { post: postId }
  const ids = unread.filter(({ to }) => to?.split(/[?#]/)[0] === path).map(({ _id }) => _id)
  return ids.length > 0 ? { ids } : undefined
}
