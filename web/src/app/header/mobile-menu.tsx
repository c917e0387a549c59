import type { Viewer } from '@dolph/contract/viewer'
import { Menu } from 'lucide-react'
import { useRef } from 'react'
import { useUnreadCount } from '../../features/messaging/use-unread-count.ts'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../ui/overlays/use-lazy-dialog.ts'

const lazyMobileSheet = createLazyModule(
  async () => (await import('./mobile-sheet.tsx')).MobileSheet,
)

/** The header's links on a small screen. The sheet's code loads on hover or focus. */
export function MobileMenu({ viewer }: { viewer: Viewer | null }) {
  const { isOpen, wasOpened, open, close } = useLazyDialog(lazyMobileSheet)
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
        onClick={open}
      />
      {useUnreadCount() > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 right-1 size-2.5 rounded-full bg-primary ring-2 ring-canvas"
        />
      )}
      <LazyPart
        part={lazyMobileSheet}
        isEnabled={wasOpened}
        props={{ viewer, isOpen, onClose: close, openedBy: button }}
      />
    </span>
  )
}
