import { WifiOff } from 'lucide-react'
import { useAccountSwitch } from '../../../lib/page-member.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { connection } from '../../../realtime/connection.ts'
import { useConnectionState } from '../../../realtime/use-connection-state.ts'

/** The state of the socket, visible only while it is not connected. */
export function ConnectionBadge({ className }: { className?: string | undefined }) {
  const { state, attempt } = useConnectionState()
  // The server refuses the socket until the page is reloaded, as the bar above the page says.
  if (useAccountSwitch() !== undefined) return null
  return (
    <div className={cx('flex min-w-0 items-center gap-1.5 text-xs/4 font-medium', className)}>
      <p role="status" className="min-w-0">
        {state === 'connected' && <span className="sr-only">Connected</span>}
        {state === 'connecting' && (
          <span className="flex animate-arrive-late items-center gap-1.5 text-warning">
            <Spinner className="size-3!" />
            Connecting…
          </span>
        )}
        {(state === 'disconnected' || state === 'reconnecting') && (
          <span className="flex items-center gap-1.5 text-warning">
            <Spinner className="size-3!" />
            {state === 'disconnected'
              ? 'Connection lost, reconnecting...'
              : `Reconnecting... (Attempt ${attempt})`}
          </span>
        )}
        {state === 'error' && (
          <span className="flex items-center gap-1.5 text-danger">
            <WifiOff className="size-3.5 shrink-0 max-[22rem]:hidden" aria-hidden="true" />
            Connection error
          </span>
        )}
      </p>
      {state === 'error' && (
        <Button
          size="sm"
          variant="ghost"
          className="h-7! px-2! text-xs! text-link!"
          onClick={connection.connectNow}
        >
          Retry
        </Button>
      )}
    </div>
  )
}
