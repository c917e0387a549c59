import { useEffect, useEffectEvent, type RefObject } from 'react'
import { SHORTCUTS } from './shortcuts.ts'
import { singleKeys } from './single-keys.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How this keyboard calls the keys that send a form. */
export const SEND_KEYS: string = shownKeys(SHORTCUTS.send.keys)

/** `Mod+K` as this keyboard calls it. */
export function shownKeys(keys: string): string {
  return isApple ? keys.replace('Mod+', '⌘ ') : keys.replace('Mod', 'Ctrl')
}

/** What was pressed, written as in the table of shortcuts; empty while a character is being composed. */
export function pressedKeys(event: KeyboardEvent): string {
  if (event.isComposing || event.repeat || event.altKey) return ''
  const key = letterOf(event)
  const isMod = isApple ? event.metaKey : event.ctrlKey
  if (isMod && !event.shiftKey) return `Mod+${key}`
  if (event.ctrlKey || event.metaKey) return ''
  // A capital is not its letter, but a question mark needs Shift on most keyboards.
  return event.shiftKey && /^[A-Z]$/.test(key) ? '' : key
}

/** Whether a single key that is pressed here may mean something: nobody is typing, choosing or in a dialog. */
export function isFree(event: KeyboardEvent): boolean {
  if (!singleKeys.isOn() || event.defaultPrevented) return false
  return !(event.target instanceof Element && event.target.closest(TAKEN))
}

const TAKEN = [
  'input, textarea, select, [contenteditable]:not([contenteditable=false])',
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]',
].join()

/** On a keyboard without Latin letters, the one that is printed there on others. */
function letterOf({ key, code }: KeyboardEvent): string {
  if (key.length === 1 && key > '~') return /^Key([A-Z])$/.exec(code)?.[1] ?? key
  return key.length === 1 ? key.toUpperCase() : key
}

/** Ctrl+Enter, or Cmd+Enter, from any field of a form. */
export function useSendKeys(form: RefObject<HTMLFormElement | null>, send: () => void): void {
  const onKeys = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
    event.preventDefault()
    send()
  })
  useEffect(() => {
    const element = form.current
    const listen = (event: KeyboardEvent) => onKeys(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [form])
}
