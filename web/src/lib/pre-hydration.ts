/**
 * A page is there before its code. Call this right before the code takes it over, and what is returned when it has:
 * what was typed meanwhile is then told to the fields, and what was pressed is pressed.
 */
export function captureEarlyInput(root: HTMLElement): () => void {
  const typed = [...root.querySelectorAll<TextField>('input, textarea')]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, text: field.value }))
  const pressed = [...root.querySelectorAll<HTMLElement>('[data-pressed-early]')]
  // React would not know the mark.
  for (const button of pressed) delete button.dataset['pressedEarly']
  // From here on React knows of every press, and public/pre-hydration.js keeps none.
  setPageState('waking')

  return () => {
    for (const { field, text } of typed) if (field.isConnected) replayInput(field, text)
    for (const button of pressed) button.click()
    setPageState('awake')
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** As if it were typed now: React has met its field with the text, or a form has emptied it, and neither has heard of it. */
function replayInput(field: TextField, text: string) {
  const now = field.value === field.defaultValue ? text : field.value
  field.value = field.defaultValue
  // Past the setter by which React would know the text already and take the event for an echo.
  Reflect.set(Object.getPrototypeOf(field) as TextField, 'value', now, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Read by public/pre-hydration.js, and by whoever waits until shortcuts work. */
function setPageState(state: 'waking' | 'awake') {
  document.documentElement.dataset['page'] = state
}
