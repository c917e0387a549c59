import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, useThemeChoice } from '../lib/theme.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuChoice } from '../ui/menu.tsx'

const CHOICES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
] as const

export function ThemeSwitch() {
  const choice = useThemeChoice()
  return (
    <Menu trigger={<IconButton label="Theme" icon={ShownTheme} />}>
      <MenuChoice label="Theme" value={choice} onChange={chooseTheme} options={CHOICES} />
    </Menu>
  )
}

/** The stylesheet picks the icon, so that it is right before any script has run. */
function ShownTheme({ className = '' }: { className?: string }) {
  return (
    <>
      <Sun className={`${className} dark:hidden`} aria-hidden="true" />
      <Moon className={`${className} hidden dark:block`} aria-hidden="true" />
    </>
  )
}
