import { Check, Keyboard, LogOut } from 'lucide-react'
import { useLogOutAction } from '../../features/accounts/log-out-action.ts'
import { SHORTCUTS } from '../../lib/shortcuts.ts'
import { chooseTheme, useThemeChoice } from '../../lib/theme.ts'
import type { IconType } from '../../ui/icon.ts'
import { THEME_CHOICES } from '../theme-choices.ts'
import { showOverlay } from './overlay-store.ts'

export interface Command {
  label: string
  icon: IconType
  words: string
  keys?: string
  act: () => void
}

/** What can be done from anywhere. */
export function useCommands(isMember: boolean): Command[] {
  const chosen = useThemeChoice()
  const { leave } = useLogOutAction()

  const themes = THEME_CHOICES.map(({ value, label, icon }) => ({
    label: `${label} theme`,
    icon: value === chosen ? Check : icon,
    words: `${value} mode appearance colour color scheme switch night day`,
    act: () => chooseTheme(value),
  }))
  const help: Command = {
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    words: 'keys help hotkeys',
    keys: SHORTCUTS.help.keys,
    act: () => showOverlay('shortcuts'),
  }
  const logOut: Command = {
    label: 'Log out',
    icon: LogOut,
    words: 'logout signout sign leave exit',
    act: leave,
  }
  return [...themes, help, ...(isMember ? [logOut] : [])]
}
