import { RotateCw, WifiOff } from 'lucide-react'
import { useAccountSwitch } from '../../lib/page-member.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useSocketConnection } from './use-live-messages.ts'

/** The state of the socket, visible only while it is not connected. */
export function ConnectionBadge() {
  const { state, connectNow } = useSocketConnection()
  // The server refuses the socket until the page is reloaded, as the bar above the page says.
  if (useAccountSwitch() !== undefined) return null
  return (
    <div className="flex min-w-0 items-center gap-1.5 text-xs">
      <p role="status" className="flex min-w-0 items-center gap-1.5 whitespace-nowrap">
        {state === 'connected' && <span className="sr-only">Connected</span>}
        {(state === 'connecting' || state === 'disconnected') && (
          <span className="flex animate-arrive-late items-center gap-1.5 font-medium text-warning">
            <Spinner className="size-3!" />
            {state === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
          </span>
        )}
        {state === 'error' && (
          <span className="flex items-center gap-1.5 font-medium text-danger">
            <WifiOff className="size-3.5" aria-hidden="true" />
            Connection error
          </span>
        )}
      </p>
      {state === 'error' && (
        <Button
          size="sm"
          variant="ghost"
          icon={RotateCw}
          className="h-7! px-2!"
          onClick={connectNow}
        >
          Retry
        </Button>
      )}
    </div>
  )
}
