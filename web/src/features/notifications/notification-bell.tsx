import { useState, type ReactNode } from 'react'
import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { formatCappedCount } from '../../lib/format-capped-count.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { getButtonClass } from '../../ui/buttons/button-class.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Popover } from '../../ui/overlays/popover.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { MarkAllReadButton } from './mark-all-read-button.tsx'
import { NewestNotifications, SeeAllLink } from './newest-notifications.tsx'
import type { RenderAnswer } from './render-answer.ts'
import { useNewestNotifications } from './use-newest-notifications.ts'
import { useUnreadNotifications } from './use-unread-notifications.ts'

interface Props {
  /** A further link at the end of the popover, which `close` closes. */
  renderLink?: ((close: () => void) => ReactNode) | undefined
  renderAnswer?: RenderAnswer | undefined
}

/** The bell of the header with the number of unread notifications. On a phone it leads to the page. */
export function NotificationBell({ renderLink, renderAnswer }: Props) {
  const unread = useUnreadNotifications()
  const isWide = useMediaQuery('(min-width: 48rem)')
  const label =
    unread === 0 ? 'Notifications' : `Notifications, ${formatCappedCount(unread)} unread`

  return (
    <span className="relative grid">
      {isWide ? (
        <BellPopover label={label} renderLink={renderLink} renderAnswer={renderAnswer} />
      ) : (
        <BellLink label={label} />
      )}
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 left-5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary px-1 text-[0.6875rem] font-semibold text-on-primary tabular-nums ring-2 ring-canvas"
        >
          {formatCappedCount(unread)}
        </span>
      )}
    </span>
  )
}

function BellPopover({ label, renderLink, renderAnswer }: Props & { label: string }) {
  const [isOpen, setOpen] = useState(false)
  const newest = useNewestNotifications()
  const hasLines = newest.data !== undefined && newest.data.data.length > 0
  const close = () => setOpen(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton label="Notifications" fullLabel={label} icon={Bell} />}
      title="Notifications"
      action={<MarkAllReadButton newest={newest.data?.data[0]} />}
      footer={
        (hasLines || renderLink) && (
          <div className="flex gap-1.5 *:flex-1">
            {hasLines && <SeeAllLink onClick={close} />}
            {renderLink?.(close)}
          </div>
        )
      }
    >
      <NewestNotifications newest={newest} renderAnswer={renderAnswer} onOpen={close} />
    </Popover>
  )
}

function BellLink({ label }: { label: string }) {
  return (
    <Tooltip label="Notifications">
      <Link
        to="/notifications"
        aria-label={label}
        className={getButtonClass({ variant: 'ghost', className: 'size-10 px-0!' })}
      >
        <Bell className="size-4.5" aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}
