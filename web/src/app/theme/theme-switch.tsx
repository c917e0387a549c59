import { Moon, Sun } from 'lucide-react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { LazyPart } from '../../ui/lazy-part.tsx'
import { useLazyMenu } from '../../ui/overlays/use-lazy-menu.ts'

const lazyThemeMenu = createLazyModule(async () => (await import('./theme-menu.tsx')).ThemeMenu)

/** A button that becomes a menu on the first press. The menu's code loads on hover or focus. */
export function ThemeSwitch() {
  const { wasPressed, pressedBy, buttonProps } = useLazyMenu(lazyThemeMenu)
  return (
    <LazyPart
      part={lazyThemeMenu}
      isEnabled={wasPressed}
      props={{ icon: CurrentThemeIcon, pressedBy }}
      fallback={<IconButton label="Theme" icon={CurrentThemeIcon} {...buttonProps} />}
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
