import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { isShortcutAllowed, getPressedKeys } from '../../lib/shortcut-keys.ts'
import { SHORTCUTS, type Shortcut } from '../../lib/shortcuts.ts'
import { isOverlayRequested, showOverlay, toggleOverlay } from './overlay-store.ts'

/** So long the second key of two may take. */
const SECOND_KEY_TIMEOUT_MS = 1_000

/** Listens, on every page, for the keys that work on every page. */
export function useGlobalShortcuts(isMember: boolean): void {
  const navigate = useNavigate()

  const lead = useEffectEvent((keys: string): boolean => {
    const places: Shortcut[] = Object.values(SHORTCUTS)
    const place = places.find((each) => each.keys === keys && each.to)
    if (!place?.to || (place.isForMembers && !isMember)) return false
    void navigate(place.to)
    return true
  })

  useEffect(() => {
    let first = { key: '', at: 0 }

    function perform(event: KeyboardEvent): boolean {
      const pressed = getPressedKeys(event)
      if (pressed === SHORTCUTS.palette.keys) return togglePalette(event)
      if (!isShortcutAllowed(event) || isOverlayRequested()) return false
      const before = event.timeStamp - first.at < SECOND_KEY_TIMEOUT_MS ? first.key : ''
      first = { key: pressed, at: event.timeStamp }
      if (pressed === SHORTCUTS.help.keys) showOverlay('shortcuts')
      else if (!lead(`${before} ${pressed}`)) return false
      first.key = ''
      return true
    }

    const listen = (event: KeyboardEvent) => {
      if (perform(event)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Over a dialog that waits for an answer it would lead away from the question. */
function togglePalette({ target }: KeyboardEvent): boolean {
  const isAsked = target instanceof Element && target.closest('[role=dialog], [role=alertdialog]')
  if (isAsked && !isOverlayRequested()) return false
  toggleOverlay('palette')
  return true
}
