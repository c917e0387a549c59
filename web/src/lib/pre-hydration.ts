/**
 * A prerendered page is shown before its code has loaded. Call this right before hydration, and the returned function
 * after it: it replays what was typed, clicks the buttons that were pressed, and repeats keyboard shortcuts.
 */
export function captureEarlyInput(root: HTMLElement): () => void {
  const typed = [...root.querySelectorAll<TextField>('input, textarea')]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, text: field.value }))
  const pressed = [...root.querySelectorAll<HTMLElement>('[data-pressed-early]')]
  // Removed, as hydration would report an attribute that React did not render.
  for (const button of pressed) delete button.dataset['pressedEarly']
  // From here on React handles every click, and public/pre-hydration.js marks no more buttons.
  setPageState('hydrating')

  return () => {
    for (const { field, text } of typed) if (field.isConnected) replayInput(field, text)
    for (const button of pressed) button.click()
    setPageState('hydrated')
    // Only now: before this state the script would keep them again.
    for (const key of takeEarlyKeys()) document.dispatchEvent(key)
  }
}

/** The shortcuts that public/pre-hydration.js has kept, as new events: one that was dispatched cannot be dispatched again. */
function takeEarlyKeys(): KeyboardEvent[] {
  const kept: unknown = Reflect.get(window, 'earlyKeys')
  if (!Array.isArray(kept)) return []
  return kept
    .splice(0)
    .filter((event) => event instanceof KeyboardEvent)
    .map(({ key, code, ctrlKey, metaKey, shiftKey, altKey }) => {
      const modifiers = { ctrlKey, metaKey, shiftKey, altKey }
      return new KeyboardEvent('keydown', { key, code, ...modifiers, cancelable: true })
    })
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Replays the text as if it were typed now: hydration fires no event for it, and a form may have cleared the field. */
function replayInput(field: TextField, text: string) {
  const value = field.value === field.defaultValue ? text : field.value
  field.value = field.defaultValue
  // Bypasses React's own setter, which would record the text, so that React ignores the event as unchanged.
  Reflect.set(Object.getPrototypeOf(field) as TextField, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Read by public/pre-hydration.js, and by end-to-end tests, which wait for hydration. */
function setPageState(state: 'hydrating' | 'hydrated') {
  document.documentElement.dataset['page'] = state
}
