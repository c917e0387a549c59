import { useEffect, useEffectEvent, type RefObject } from 'react'
import { SHORTCUTS } from './shortcuts.ts'
import { isDeviceSwitchOn } from '../device-switch.ts'
import { SINGLE_KEY_SHORTCUTS } from './single-key-shortcuts.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys that submit a form, as labelled on this keyboard. */
export const SUBMIT_KEYS_LABEL: string = formatKeys(SHORTCUTS.send.keys)

/** `Mod+K` as labelled on this keyboard: `⌘ K` or `Ctrl+K`. */
export function formatKeys(keys: string): string {
  return isApple ? keys.replace('Mod+', '⌘ ') : keys.replace('Mod', 'Ctrl')
}

/** The pressed keys in the notation of `SHORTCUTS`; empty while a character is being composed. */
export function getPressedKeys(event: KeyboardEvent): string {
  if (event.isComposing || event.repeat || event.altKey) return ''
  const key = getLatinKey(event)
  const isMod = isApple ? event.metaKey : event.ctrlKey
  if (isMod && !event.shiftKey) return `Mod+${key}`
  if (event.ctrlKey || event.metaKey) return ''
  // Shift and a letter are no shortcut, but a question mark needs Shift on most keyboards.
  return event.shiftKey && /^[A-Z]$/.test(key) ? '' : key
}

/** Whether a single key may act as a shortcut: not in a field, a menu, a list or a dialog. */
export function isShortcutAllowed(event: KeyboardEvent): boolean {
  if (!isDeviceSwitchOn(SINGLE_KEY_SHORTCUTS) || event.defaultPrevented) return false
  return !(event.target instanceof Element && event.target.closest(TYPING_SELECTOR))
}

const TYPING_SELECTOR = [
  'input, textarea, select, [contenteditable]:not([contenteditable=false])',
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]',
].join()

/** The pressed key; on a keyboard without Latin letters, the Latin letter in the same position. */
function getLatinKey({ key, code }: KeyboardEvent): string {
  if (key.length === 1 && key > '~') return /^Key([A-Z])$/.exec(code)?.[1] ?? key
  return key.length === 1 ? key.toUpperCase() : key
}

/** Submits a form on Ctrl+Enter, or Cmd+Enter, in any of its fields. */
export function useSubmitShortcut(
  form: RefObject<HTMLFormElement | null>,
  submit: () => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
    event.preventDefault()
    submit()
  })
  useEffect(() => {
    const element = form.current
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    element?.addEventListener('keydown', listener)
    return () => element?.removeEventListener('keydown', listener)
  }, [form])
}
