import type { Viewer } from '@dolph/contract/accounts'
import { Menu } from 'lucide-react'
import { useRef, useState } from 'react'
import { useUnreadCount } from '../features/messaging/use-unread-count.ts'
import { createLazyModule } from '../lib/lazy-module.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LazyPart } from '../ui/lazy-part.tsx'

const lazyMobileSheet = createLazyModule(
  async () => (await import('./mobile-sheet.tsx')).MobileSheet,
)

/** The header's links on a small screen. What it opens comes when somebody reaches for it. */
export function MobileMenu({ viewer }: { viewer: Viewer | null }) {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  return (
    <span className="relative grid md:hidden">
      <IconButton
        ref={button}
        label="Menu"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={lazyMobileSheet.load}
        onFocus={lazyMobileSheet.load}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      />
      {useUnreadCount() > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 right-1 size-2.5 rounded-full bg-primary ring-2 ring-canvas"
        />
      )}
      <LazyPart
        part={lazyMobileSheet}
        isEnabled={isWanted}
        props={{ viewer, isOpen, onOpenChange: setOpen, openedBy: button }}
      />
    </span>
  )
}
