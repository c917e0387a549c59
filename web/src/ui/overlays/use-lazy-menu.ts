import { useState, type MouseEvent } from 'react'
import type { LazyModule } from '../../lib/lazy-module.ts'
import { toast } from './toast.tsx'
import { LOAD_FAILED_TEXT } from './use-lazy-dialog.ts'

type Press = 'pointer' | 'keyboard'

/**
 * The state of a button that becomes a menu on its first press, so that the page loads no code of menus. It is rendered by a
 * `LazyPart`, whose fallback is the button. A failure is shown, and the next press tries again.
 */
export function useLazyMenu({ load, loadAndWait }: LazyModule<unknown>) {
  const [press, setPress] = useState<Press | null>(null)
  return {
    wasPressed: press !== null,
    /** How the button was pressed that loaded the menu: the menu starts open. */
    pressedBy: press ?? 'pointer',
    /** Makes the menu a button again. */
    reset: () => setPress(null),
    /** For the button that is shown before the menu. */
    buttonProps: {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: load,
      onFocus: load,
      onClick: ({ detail }: MouseEvent) =>
        void loadAndWait().then(
          // A click with a detail of 0 comes from the keyboard.
          () => setPress(detail === 0 ? 'keyboard' : 'pointer'),
          () => toast.error(LOAD_FAILED_TEXT),
        ),
    } as const,
  }
}
