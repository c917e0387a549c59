import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** Read by public/early.js before the first paint. */
const STORAGE_KEY = 'theme'

const listeners = new Set<() => void>()

/** What the visitor chose, not what is shown: `system` leaves it to the stylesheet. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice, () => 'system')
}

export function chooseTheme(choice: ThemeChoice): void {
  show(choice)
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Storage can be forbidden: the choice then lasts as long as the page.
  }
}

function show(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  for (const listener of listeners) listener()
}

function readChoice(): ThemeChoice {
  return asChoice(document.documentElement.dataset['theme'])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab)
  }
}

function followOtherTab(event: StorageEvent): void {
  if (event.key === STORAGE_KEY || event.key === null) show(asChoice(event.newValue))
}

function asChoice(stored: string | null | undefined): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
