import type { PostType } from '@dolph/contract/post-type'
import { ChevronDown } from 'lucide-react'
import { useState, type ComponentProps, type MouseEvent } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'

interface Props {
  types: readonly PostType[]
  /** The chosen type, if it is one of these. */
  value: PostType | undefined
  onChoose: (type: PostType) => void
}

const lazyMenu = createLazyModule(
  async () => (await import('./menus/more-types-menu.tsx')).MoreTypesMenu,
)

/** The types without a button of their own. It becomes a menu on the first press, so that the page loads no code of menus. */
export function MoreTypesButton(props: Props) {
  const [pressedBy, setPressedBy] = useState<'pointer' | 'keyboard' | null>(null)
  return (
    <LazyPart
      part={lazyMenu}
      isEnabled={pressedBy !== null}
      props={{ ...props, trigger: <MoreButton />, pressedBy: pressedBy ?? 'pointer' }}
      fallback={
        <MoreButton
          aria-haspopup="menu"
          aria-expanded={pressedBy !== null}
          onPointerEnter={lazyMenu.load}
          onFocus={lazyMenu.load}
          // A click with a detail of 0 comes from the keyboard.
          onClick={({ detail }: MouseEvent) => setPressedBy(detail === 0 ? 'keyboard' : 'pointer')}
        />
      }
    />
  )
}

function MoreButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  return (
    <Button {...props} className="h-9! rounded-full! px-3! text-muted! hover:text-ink!">
      More
      <span className="sr-only"> types</span>
      <ChevronDown className="-mr-0.5 size-4 shrink-0" aria-hidden="true" />
    </Button>
  )
}
