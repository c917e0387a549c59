import type { Notification } from '@dolph/contract/notifications/notifications'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { useReadNotifications } from './data.ts'
import { NotificationLine } from './notification-line.tsx'
import {
  NoNotifications,
  NotificationsError,
  NotificationsSkeleton,
} from './notification-list-states.tsx'
import type { RenderAnswer } from './render-answer.ts'
import type { useNewestNotifications } from './use-newest-notifications.ts'

interface Props {
  newest: ReturnType<typeof useNewestNotifications>
  /** A line was opened, which leads to another page. */
  onOpen: () => void
  renderAnswer?: RenderAnswer | undefined
}

/** The content of the bell's popover: the newest lines. */
export function NewestNotifications({ newest, onOpen, renderAnswer }: Props) {
  const { mutate: readLines } = useReadNotifications()
  const openLine = ({ _id, isRead, to }: Notification) => {
    if (!isRead) readLines({ ids: [_id] })
    if (to !== null) onOpen()
  }

  if (newest.isPending) return <NotificationsSkeleton count={4} />
  if (!newest.data) {
    return (
      <NotificationsError
        error={newest.error}
        onRetry={() => void newest.refetch()}
        className="py-8!"
      />
    )
  }
  if (newest.data.data.length === 0) return <NoNotifications className="py-10!" />
  return (
    <ul aria-label="Newest notifications" className="divide-y divide-line">
      {newest.data.data.map((line) => (
        <NotificationLine
          key={line._id}
          line={line}
          onOpen={openLine}
          answer={renderAnswer?.(line, onOpen)}
        />
      ))}
    </ul>
  )
}

export function SeeAllLink({ onClick }: { onClick: () => void }) {
  return (
    <ButtonLink to="/notifications" variant="ghost" size="sm" onClick={onClick}>
      See all
    </ButtonLink>
  )
}
