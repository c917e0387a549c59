import { Menu } from 'lucide-react'
import { useRef } from 'react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { useLazyDialog } from '../../ui/overlays/use-lazy-dialog.ts'

const lazyMobileSheet = createLazyModule(
  async () => (await import('./mobile-sheet.tsx')).MobileSheet,
)

/** The header's links of a visitor on a small screen; members have the bar at the bottom. The sheet's code loads on hover or focus. */
export function MobileMenu() {
  const { isOpen, wasOpened, open, close } = useLazyDialog(lazyMobileSheet)
  const button = useRef<HTMLButtonElement>(null)

  return (
    <span className="grid md:hidden in-data-[session=unknown]:invisible">
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
      <LazyPart
        part={lazyMobileSheet}
        isEnabled={wasOpened}
        props={{ isOpen, onClose: close, openedBy: button }}
      />
    </span>
  )
}
