import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { isShortcutAllowed, getPressedKeys } from '../../lib/shortcuts/shortcut-keys.ts'
import { SHORTCUTS, type Shortcut } from '../../lib/shortcuts/shortcuts.ts'
import { isOverlayRequested, showOverlay, toggleOverlay } from './overlay-store.ts'

/** How soon the second key of a two-key shortcut must follow the first. */
const SECOND_KEY_TIMEOUT_MS = 1_000

/** A dialog that fades out still has the focus for a moment. */
const OPEN_DIALOG = ':is([role=dialog], [role=alertdialog]):not([data-closed])'

/** Handles the keyboard shortcuts that work on every page. */
export function useGlobalShortcuts(isMember: boolean): void {
  const navigate = useNavigate()

  const navigateByKeys = useEffectEvent((keys: string): boolean => {
    const shortcuts: Shortcut[] = Object.values(SHORTCUTS)
    const shortcut = shortcuts.find((candidate) => candidate.keys === keys && candidate.to)
    if (!shortcut?.to || (shortcut.isForMembers && !isMember)) return false
    void navigate(shortcut.to)
    return true
  })

  useEffect(() => {
    let lastKey = { key: '', at: 0 }

    function handleKeys(event: KeyboardEvent): boolean {
      const pressed = getPressedKeys(event)
      if (pressed === SHORTCUTS.palette.keys) return togglePalette(event)
      if (!isShortcutAllowed(event) || isOverlayRequested()) return false
      const previousKey = event.timeStamp - lastKey.at < SECOND_KEY_TIMEOUT_MS ? lastKey.key : ''
      lastKey = { key: pressed, at: event.timeStamp }
      if (pressed === SHORTCUTS.help.keys) showOverlay('shortcuts')
      else if (!navigateByKeys(`${previousKey} ${pressed}`)) return false
      lastKey.key = ''
      return true
    }

    const onKeyDown = (event: KeyboardEvent) => {
      if (handleKeys(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Not over another dialog: the palette would navigate away from its question. */
function togglePalette({ target }: KeyboardEvent): boolean {
  const isInDialog = target instanceof Element && target.closest(OPEN_DIALOG)
  if (isInDialog && !isOverlayRequested()) return false
  toggleOverlay('palette')
  return true
}
