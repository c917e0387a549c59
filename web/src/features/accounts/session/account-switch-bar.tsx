import { RotateCw, UserRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'

interface Props {
  /** The username of the member whom the page shows. */
  from: string
  /** The username of the member who is signed in now. */
  to: string
}

/** Tells that another member has signed in in another tab, and offers to reload the page as this one. */
export function AccountSwitchBar({ from, to }: Props) {
  useReloadOnNavigation()
  return (
    <div
      role="alert"
      className="tone-amber sticky top-[calc(3.5rem+1px)] z-20 border-b border-tone-line bg-tone-soft text-sm text-on-tone print:hidden"
    >
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <p className="flex min-w-0 flex-1 basis-72 gap-2.5">
          <UserRound className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">
            <strong className="font-semibold">You are now logged in as @{to}.</strong> This page is
            still @{from}’s, so nothing is sent from it.
          </span>
        </p>
        <Button size="sm" icon={RotateCw} onClick={() => location.reload()}>
          Reload as @{to}
        </Button>
      </div>
    </div>
  )
}

/** The next page is loaded as the new member, since nothing more is read as the first one. */
function useReloadOnNavigation(): void {
  const { pathname } = useLocation()
  const firstPath = useRef(pathname)
  useEffect(() => {
    if (pathname !== firstPath.current) location.reload()
  }, [pathname])
}
