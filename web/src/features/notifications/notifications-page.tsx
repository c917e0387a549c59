import type { Notification } from '@dolph/contract/notifications/notifications'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { InfiniteScrollTrigger } from '../../ui/infinite-scroll-trigger.tsx'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { notificationListQuery, useReadNotifications } from './data.ts'
import { MarkAllReadButton } from './mark-all-read-button.tsx'
import { NotificationLine } from './notification-line.tsx'
import {
  NoNotifications,
  NotificationsError,
  NotificationsSkeleton,
} from './notification-list-states.tsx'
import { flattenPages } from './notification-pages.ts'
import type { RenderAnswer } from './render-answer.ts'

interface Props {
  /** A further link beside the heading. */
  link?: ReactNode
  renderAnswer?: RenderAnswer
}

/** All notifications of the member, newest first. */
export function NotificationsPage(props: Props) {
  const me = useViewer()?._id
  return me === undefined ? null : <NotificationsOf me={me} {...props} />
}

function NotificationsOf({ me, link, renderAnswer }: Props & { me: string }) {
  const list = useInfiniteQuery(notificationListQuery(me))
  const lines = list.data && flattenPages(list.data.pages)

  return (
    <div className="page flex min-h-dvh max-w-3xl! flex-1 flex-col gap-6 py-8 sm:py-10">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl font-semibold sm:text-3xl">Notifications</h1>
        <div className="-mx-2 flex flex-wrap items-center gap-1">
          {link}
          <MarkAllReadButton newest={lines?.[0]} />
          <ButtonLink to="/settings/notifications" size="sm" variant="ghost" icon={Settings2}>
            Settings
          </ButtonLink>
        </div>
      </header>
      {lines === undefined && list.isPending && <NotificationsSkeleton count={6} />}
      {lines === undefined && list.error && (
        <NotificationsError error={list.error} onRetry={() => void list.refetch()} />
      )}
      {lines?.length === 0 && !list.hasNextPage && <NoNotifications />}
      {lines && lines.length > 0 && <Lines lines={lines} renderAnswer={renderAnswer} />}
      {list.isFetchingNextPage && <NotificationsSkeleton count={2} />}
      {list.isFetchNextPageError && (
        <Button className="self-center" onClick={() => void list.fetchNextPage()}>
          Older notifications could not be loaded. Try again
        </Button>
      )}
      {list.hasNextPage && (
        <InfiniteScrollTrigger
          onReach={() => void list.fetchNextPage()}
          disabled={list.isFetching || list.isFetchNextPageError}
        />
      )}
    </div>
  )
}

interface LinesProps {
  lines: Notification[]
  renderAnswer: RenderAnswer | undefined
}

function Lines({ lines, renderAnswer }: LinesProps) {
  const { mutate: readLines } = useReadNotifications()
  const openLine = ({ _id, isRead }: Notification) => {
    if (!isRead) readLines({ ids: [_id] })
  }
  return (
    <ul
      aria-label="Notifications"
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
    >
      {lines.map((line) => (
        <NotificationLine
          key={line._id}
          line={line}
          onOpen={openLine}
          answer={renderAnswer?.(line, () => openLine(line))}
        />
      ))}
    </ul>
  )
}
