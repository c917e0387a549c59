import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** Read by boot/pre-hydration.ts before the first paint. */
const STORAGE_KEY = 'theme'

const listeners = new Set<() => void>()

/** The visitor's choice rather than the resulting theme: `system` leaves that to the stylesheet. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readThemeChoice, () => 'system')
}

export function chooseTheme(choice: ThemeChoice): void {
  applyTheme(choice)
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Storage can be forbidden: the choice then lasts as long as the page.
  }
}

function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  for (const listener of listeners) listener()
}

function readThemeChoice(): ThemeChoice {
  return parseThemeChoice(document.documentElement.dataset['theme'])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', syncFromOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', syncFromOtherTab)
  }
}

function syncFromOtherTab(event: StorageEvent): void {
  if (event.key === STORAGE_KEY || event.key === null) applyTheme(parseThemeChoice(event.newValue))
}

function parseThemeChoice(stored: string | null | undefined): ThemeChoice {
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}
