import { Check, Keyboard, LogOut } from 'lucide-react'
import { useLeaving } from '../../features/accounts/leaving.ts'
import { SHORTCUTS } from '../../lib/shortcuts.ts'
import { chooseTheme, useThemeChoice } from '../../lib/theme.ts'
import type { IconType } from '../../ui/icon.ts'
import { THEME_CHOICES } from '../theme-choices.ts'
import { showOverlay } from './overlay.ts'

export interface Deed {
  label: string
  icon: IconType
  words: string
  keys?: string
  act: () => void
}

/** What can be done from anywhere. */
export function useDeeds(isMember: boolean): Deed[] {
  const chosen = useThemeChoice()
  const { leave } = useLeaving()

  const themes = THEME_CHOICES.map(({ value, label, icon }) => ({
    label: `${label} theme`,
    icon: value === chosen ? Check : icon,
    words: `${value} mode appearance colour color scheme switch night day`,
    act: () => chooseTheme(value),
  }))
  const help: Deed = {
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    words: 'keys help hotkeys',
    keys: SHORTCUTS.help.keys,
    act: () => showOverlay('shortcuts'),
  }
  const logOut: Deed = {
    label: 'Log out',
    icon: LogOut,
    words: 'logout signout sign leave exit',
    act: leave,
  }
  return [...themes, help, ...(isMember ? [logOut] : [])]
}
