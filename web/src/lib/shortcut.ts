import { useEffect, useEffectEvent, type RefObject } from 'react'

/** How this keyboard calls the keys that send a form. */
export const SEND_KEYS: string = /Mac|iPhone|iPad/.test(navigator.userAgent)
  ? '⌘ Enter'
  : 'Ctrl+Enter'

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
