import { useEffect, useEffectEvent, type RefObject } from 'react'
import { SHORTCUTS } from './shortcuts.ts'
import { singleKeyShortcuts } from './single-key-shortcuts.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How this keyboard calls the keys that send a form. */
export const SUBMIT_KEYS_LABEL: string = formatKeys(SHORTCUTS.send.keys)

/** `Mod+K` as this keyboard calls it. */
export function formatKeys(keys: string): string {
  return isApple ? keys.replace('Mod+', '⌘ ') : keys.replace('Mod', 'Ctrl')
}

/** What was pressed, written as in the table of shortcuts; empty while a character is being composed. */
export function getPressedKeys(event: KeyboardEvent): string {
  if (event.isComposing || event.repeat || event.altKey) return ''
  const key = getLatinKey(event)
  const isMod = isApple ? event.metaKey : event.ctrlKey
  if (isMod && !event.shiftKey) return `Mod+${key}`
  if (event.ctrlKey || event.metaKey) return ''
  // A capital is not its letter, but a question mark needs Shift on most keyboards.
  return event.shiftKey && /^[A-Z]$/.test(key) ? '' : key
}

/** Whether a single key that is pressed here may mean something: nobody is typing, choosing or in a dialog. */
export function isShortcutAllowed(event: KeyboardEvent): boolean {
  if (!singleKeyShortcuts.isOn() || event.defaultPrevented) return false
  return !(event.target instanceof Element && event.target.closest(TYPING_SELECTOR))
}

const TYPING_SELECTOR = [
  'input, textarea, select, [contenteditable]:not([contenteditable=false])',
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]',
].join()

/** On a keyboard without Latin letters, the one that is printed there on others. */
function getLatinKey({ key, code }: KeyboardEvent): string {
  if (key.length === 1 && key > '~') return /^Key([A-Z])$/.exec(code)?.[1] ?? key
  return key.length === 1 ? key.toUpperCase() : key
}

/** Ctrl+Enter, or Cmd+Enter, from any field of a form. */
export function useSubmitShortcut(form: RefObject<HTMLFormElement | null>, send: () => void): void {
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
