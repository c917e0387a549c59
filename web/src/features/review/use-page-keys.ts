import { useEffect, useEffectEvent } from 'react'
import { getPressedKeys, isShortcutAllowed } from '../../lib/shortcuts/shortcut-keys.ts'

/** Runs the action of a pressed key, such as `J`, unless the member types. */
export function usePageKeys(actions: Readonly<Record<string, () => void>>): void {
  const runAction = useEffectEvent((event: KeyboardEvent) => {
    const action = isShortcutAllowed(event) ? actions[getPressedKeys(event)] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => runAction(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
