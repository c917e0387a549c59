import { Moon, Sun } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { late } from '../lib/late.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LatePart } from '../ui/late-part.tsx'

const menu = late(async () => (await import('./theme-menu.tsx')).ThemeMenu)

/** A button that becomes a menu with the first press; the menu comes when somebody reaches for it. */
export function ThemeSwitch() {
  const [pressedBy, setPressedBy] = useState<'pointer' | 'keyboard' | null>(null)
  const button = (
    <IconButton
      label="Theme"
      icon={ShownTheme}
      aria-haspopup="menu"
      aria-expanded={pressedBy !== null}
      onPointerEnter={menu.load}
      onFocus={menu.load}
      // A click that counts no presses comes from a key.
      onClick={({ detail }: MouseEvent) => setPressedBy(detail === 0 ? 'keyboard' : 'pointer')}
    />
  )
  return (
    <LatePart
      part={menu}
      isWanted={pressedBy !== null}
      props={{ icon: ShownTheme, pressedBy: pressedBy ?? 'pointer' }}
      until={button}
    />
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
