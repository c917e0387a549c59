import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useViewer } from '../../features/accounts/session/use-viewer.ts'
import { cx } from '../../ui/cx.ts'
import { BACKDROP_CLASS } from '../../ui/overlays/modal-classes.ts'
import { useCommands } from './commands.ts'
import type { PaletteEntry } from './palette-entry.ts'
import type { OverlayProps } from './overlay-props.ts'
import { PaletteBody } from './palette-body.tsx'

/** Opens any page, project or person, and runs commands, from the keyboard. */
export function CommandPalette({ isOpen, onClose, onShowShortcuts }: OverlayProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isMember = useViewer() !== null
  // Created here rather than in the body: a command may still run after the palette has closed.
  const commands = useCommands(isMember, onShowShortcuts)
  const field = useRef<HTMLInputElement>(null)
  const hasNavigated = useRef(false)

  const navigateTo = (to: string) => {
    hasNavigated.current = true
    onClose()
    void navigate(to, { state: { from: pathname + search } })
  }
  const chooseEntry = (entry: PaletteEntry) => {
    if ('to' in entry) return navigateTo(entry.to)
    if (entry.kind === 'command') onClose()
    entry.run()
  }

  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => {
        if (next) hasNavigated.current = false
        else if (hasNavigated.current) requestAnimationFrame(focusMainContent)
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASS} />
        <Dialog.Popup
          aria-label="Search"
          initialFocus={field}
          finalFocus={() => !hasNavigated.current}
          className={PANEL_CLASS}
        >
          <PaletteBody
            field={field}
            isMember={isMember}
            commands={commands}
            onChoose={chooseEntry}
            onMessage={(entry) => entry.kind === 'person' && navigateTo(entry.messageTo)}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Moves the focus into the new page, unless that page has already focused an element. */
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
