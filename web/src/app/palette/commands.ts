import { Check, Keyboard, LogOut } from 'lucide-react'
import { useLogOutAction } from '../../features/accounts/session/log-out-action.ts'
import { SHORTCUTS } from '../../lib/shortcuts/shortcuts.ts'
import { chooseTheme, useThemeChoice } from '../../lib/theme.ts'
import type { IconType } from '../../ui/icon.ts'
import { THEME_CHOICES } from '../theme/theme-choices.ts'

export interface Command {
  label: string
  icon: IconType
  keywords: string
  keys?: string
  run: () => void
}

/** The commands that work on every page. */
export function useCommands(isMember: boolean, onShowShortcuts: () => void): Command[] {
  const currentTheme = useThemeChoice()
  const { logOut: performLogOut } = useLogOutAction()

  const themeCommands = THEME_CHOICES.map(({ value, label, icon }) => ({
    label: `${label} theme`,
    icon: value === currentTheme ? Check : icon,
    keywords: `${value} mode appearance colour color scheme switch night day`,
    run: () => chooseTheme(value),
  }))
  const helpCommand: Command = {
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    keywords: 'keys help hotkeys',
    keys: SHORTCUTS.help.keys,
    run: onShowShortcuts,
  }
  const logOutCommand: Command = {
    label: 'Log out',
    icon: LogOut,
    keywords: 'logout signout sign leave exit',
    run: performLogOut,
  }
  return [...themeCommands, helpCommand, ...(isMember ? [logOutCommand] : [])]
}
