import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useViewer } from '../../features/accounts/use-viewer.ts'
import { cx } from '../../ui/cx.ts'
import { BACKDROP_CLASS } from '../../ui/modal-classes.ts'
import { useCommands } from './commands.ts'
import type { PaletteEntry } from './palette-entry.ts'
import type { OverlayProps } from './overlay-store.ts'
import { PaletteBody } from './palette-body.tsx'

/** Goes to any page, project or person, and does what can be done from anywhere, without leaving the keyboard. */
export function CommandPalette({ isOpen, onClose }: OverlayProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isMember = useViewer() !== null
  // Here, as what was begun goes on when the palette has closed.
  const deeds = useCommands(isMember)
  const field = useRef<HTMLInputElement>(null)
  const hasLeft = useRef(false)

  const go = (to: string) => {
    hasLeft.current = true
    onClose()
    void navigate(to, { state: { from: pathname + search } })
  }
  const choose = (entry: PaletteEntry) => {
    if ('to' in entry) return go(entry.to)
    if (entry.kind === 'deed') onClose()
    entry.act()
  }

  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => {
        if (next) hasLeft.current = false
        else if (hasLeft.current) requestAnimationFrame(focusMainContent)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASS} />
        <Dialog.Popup
          aria-label="Search and jump"
          initialFocus={field}
          finalFocus={() => !hasLeft.current}
          className={PANEL_CLASS}
        >
          <PaletteBody
            {...{ field, isMember, deeds }}
            onChoose={choose}
            onMessage={(entry) => entry.kind === 'person' && go(entry.messageTo)}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Whoever went to another page goes on there, unless that page had a better place for the focus. */
function focusMainContent(): void {
  if (document.activeElement !== document.body) return
  document.getElementById('main')?.focus({ preventScroll: true })
}

const PANEL_CLASS = cx(
  'fixed z-40 flex flex-col overflow-hidden bg-raised text-ink outline-none transition duration-150',
  'ease-out data-ending-style:opacity-0 data-starting-style:opacity-0',
  'max-sm:inset-0 max-sm:h-dvh',
  'sm:top-[min(12dvh,7rem)] sm:left-1/2 sm:h-[min(32rem,calc(100dvh-2*min(12dvh,7rem)))]',
  'sm:w-[min(40rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:rounded-sheet sm:border',
  'sm:border-line sm:shadow-soft sm:data-ending-style:scale-98 sm:data-starting-style:scale-98',
)
