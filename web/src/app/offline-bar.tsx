import { Wifi, WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useNetworkStatus } from '../offline/network-status.ts'
import { cx } from '../ui/cx.ts'

/** Tells that the browser is offline. The bar covers the page's upper margin, so that the content does not move. */
export function OfflineBar({ isMember }: { isMember: boolean }) {
  const connection = useNetworkStatus()
  const { pathname } = useLocation()
  // The messages page has its own line, the connection badge: one is enough.
  const isShown = connection !== 'online' && !pathname.startsWith('/messages')

  useEffect(() => {
    // Elements that stick to the header move down by the height of the bar.
    document.documentElement.toggleAttribute('data-offline', isShown)
  }, [isShown])

  const Icon = connection === 'reconnected' ? Wifi : WifiOff
  return (
    <div role="status">
      {isShown && (
        <div
          className={cx(
            'fixed inset-x-0 top-[calc(3.5rem+1px)] z-20 border-b text-xs font-medium print:hidden',
            connection === 'reconnected' ? 'tone-mint' : 'tone-amber',
            'border-tone-line bg-tone-soft text-on-tone',
          )}
        >
          <p className="page flex h-6 items-center justify-center gap-1.5">
            <Icon className="size-3.5 shrink-0" aria-hidden="true" />
            <span className="truncate">
              {connection === 'reconnected'
                ? 'You are back online.'
                : getOfflineText(pathname, isMember)}
            </span>
          </p>
        </div>
      )}
    </div>
  )
}

/** Promises only what works offline on this page. */
function getOfflineText(pathname: string, isMember: boolean): string {
  if (!isMember) return 'You are offline. Other pages need a connection.'
  if (pathname.startsWith('/settings')) return 'You are offline. Changes need a connection.'
  return 'You are offline. What you read and write is kept.'
}
