import { Moon, Sun } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'

const lazyThemeMenu = createLazyModule(async () => (await import('./theme-menu.tsx')).ThemeMenu)

/** A button that becomes a menu on the first press. The menu's code loads on hover or focus. */
export function ThemeSwitch() {
  const [pressedBy, setPressedBy] = useState<'pointer' | 'keyboard' | null>(null)
  const button = (
    <IconButton
      label="Theme"
      icon={CurrentThemeIcon}
      aria-haspopup="menu"
      aria-expanded={pressedBy !== null}
      onPointerEnter={lazyThemeMenu.load}
      onFocus={lazyThemeMenu.load}
      // A click with a detail of 0 comes from the keyboard.
      onClick={({ detail }: MouseEvent) => setPressedBy(detail === 0 ? 'keyboard' : 'pointer')}
    />
  )
  return (
    <LazyPart
      part={lazyThemeMenu}
      isEnabled={pressedBy !== null}
      props={{ icon: CurrentThemeIcon, pressedBy: pressedBy ?? 'pointer' }}
      fallback={button}
    />
  )
}

/** CSS picks the icon, so that it is right before any script has run. */
function CurrentThemeIcon({ className = '' }: { className?: string }) {
  return (
    <>
      <Sun className={`${className} dark:hidden`} aria-hidden="true" />
      <Moon className={`${className} hidden dark:block`} aria-hidden="true" />
    </>
  )
}
