declare global {
  interface Window {
    /** All set by `pre-hydration.ts`: the requests that it has sent, the buttons and shortcuts that it has kept. */
    earlyReplies?: Map<string, Promise<Response>>
    earlyPresses?: Set<HTMLElement>
    earlyKeys?: Set<KeyboardEvent>
    /** Says that a part of the page is missing, and offers to reload it. */
    askToReload?: () => void
  }
}

interface EarlyInput {
  /** Gives the fields their text again, and the focus. To be called with the layout effects, before anybody can type on. */
  restoreFields: () => void
  /** Clicks the buttons that were pressed, and repeats keyboard shortcuts. To be called when all effects of the page have run. */
  repeatPresses: () => void
}

/** A prerendered page is shown before its code has loaded: keeps what the visitor does until it is hydrated or rendered again. */
export function captureEarlyInput(root: HTMLElement): EarlyInput {
  const typed = new Map<TextField, string>()
  for (const field of root.querySelectorAll<TextField>('input, textarea'))
    if (field.value !== field.defaultValue) typed.set(field, field.value)
  let focused = document.activeElement
  const onInput = ({ target }: Event) => {
    if (isTextField(target)) typed.set(target, target.value)
  }
  const onFocus = () => (focused = document.activeElement)
  document.addEventListener('input', onInput, true)
  document.addEventListener('focusin', onFocus, true)

  return {
    restoreFields: () => {
      document.removeEventListener('input', onInput, true)
      document.removeEventListener('focusin', onFocus, true)
      if (document.activeElement === document.body && focused instanceof HTMLElement)
        findInPage(root, focused)?.focus({ preventScroll: true })
      for (const [field, text] of typed) {
        const present = findInPage(root, field)
        if (isTextField(present)) replayInput(present, text)
      }
    },
    repeatPresses: () => {
      // First: before this state pre-hydration.ts would keep clicks and shortcuts again.
      document.documentElement.dataset['hydrated'] = ''
      document.getElementById('start-notice')?.remove()
      forgetReload()
      for (const button of takeAll(window.earlyPresses)) findInPage(root, button)?.click()
      // New events: one that was dispatched cannot be dispatched again.
      for (const key of takeAll(window.earlyKeys))
        document.dispatchEvent(new KeyboardEvent(key.type, key))
    },
  }
}

/** The page has started: another one that does not may be reloaded by itself again. */
function forgetReload() {
  try {
    sessionStorage.removeItem('reloaded-to-start')
  } catch {
    // Storage can be forbidden; then nothing was reloaded either.
  }
}

/**
 * Hydration keeps an element; a page with a query string is rendered again, and the new element that looks like the old one takes
 * its place.
 */
function findInPage(root: HTMLElement, element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected) return element
  const looks = describe(element)
  return [...root.querySelectorAll<HTMLElement>(element.tagName)].find(
    (candidate) => describe(candidate) === looks,
  )
}

/** Without ids, which React generates. */
function describe(element: HTMLElement): string {
  const attributes = ['name', 'type', 'aria-label', 'placeholder'].map((name) =>
    element.getAttribute(name),
  )
  return [...attributes, element.textContent].join()
}

function takeAll<T>(kept: Set<T> | undefined): T[] {
  const all = [...(kept ?? [])]
  kept?.clear()
  return all
}

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (target: unknown): target is TextField =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Replays the text as if it were typed now: hydration fires no event for it, and a form may have cleared the field. */
function replayInput(field: TextField, text: string) {
  const value = field.value === field.defaultValue ? text : field.value
  field.value = field.defaultValue
  // Bypasses React's own setter, which would record the text, so that React ignores the event as unchanged.
  Reflect.set(Object.getPrototypeOf(field) as TextField, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
