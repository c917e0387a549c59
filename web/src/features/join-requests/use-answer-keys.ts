import { useEffect, useEffectEvent, type RefObject } from 'react'
import { getPressedKeys, isShortcutAllowed } from '../../lib/shortcuts/shortcut-keys.ts'

/** Runs the action of a pressed key, such as `1`, while the focus is on or in the element. */
export function useAnswerKeys(
  element: RefObject<HTMLElement | null>,
  actions: Readonly<Record<string, (() => void) | undefined>>,
): void {
  const runAction = useEffectEvent((event: KeyboardEvent) => {
    const action = isShortcutAllowed(event) ? actions[getPressedKeys(event)] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const target = element.current
    const onKeyDown = (event: KeyboardEvent) => runAction(event)
    target?.addEventListener('keydown', onKeyDown)
    return () => target?.removeEventListener('keydown', onKeyDown)
  }, [element])
}
