import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { newestNotificationsQuery } from './data.ts'

/** The newest lines. `LiveNotifications` fetches them and keeps them up to date. */
export function useNewestNotifications() {
  const me = useViewer()?._id
  return useQuery({ ...newestNotificationsQuery(me ?? ''), enabled: me !== undefined })
}
