import type { Notification } from '@dolph/contract/notifications/notifications'
import { CheckCheck } from 'lucide-react'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useReadNotifications } from './data.ts'
import { useUnreadNotifications } from './use-unread-notifications.ts'

/** Reads all lines up to the newest that is shown: one that arrives meanwhile stays unread. */
export function MarkAllReadButton({ newest }: { newest: Notification | undefined }) {
  const unread = useUnreadNotifications()
  const read = useReadNotifications()
  if (!newest) return null

  const onClick = () => {
    if (unread === 0) return
    read.mutate(
      { upTo: newest.at },
      {
        onError: (error) => toast.error(getErrorMessage(error, 'We could not mark them as read.')),
      },
    )
  }

  return (
    // Keeps its place and the focus when nothing is unread any more.
    <Button
      size="sm"
      variant="ghost"
      icon={CheckCheck}
      aria-disabled={unread === 0}
      busy={read.isPending}
      onClick={onClick}
    >
      Mark all as read
    </Button>
  )
}
