import type { PostType } from '@dolph/contract/posts/post-type'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyMenu } from '../../../ui/overlays/use-lazy-menu.ts'

interface Props {
  types: readonly PostType[]
  /** The chosen type, if it is one of these. */
  value: PostType | undefined
  onChoose: (type: PostType) => void
}

const lazyMenu = createLazyModule(
  async () => (await import('./menus/more-types-menu.tsx')).MoreTypesMenu,
)

/** The types without a button of their own. It becomes a menu on the first press. */
export function MoreTypesButton(props: Props) {
  const { wasPressed, pressedBy, buttonProps } = useLazyMenu(lazyMenu)
  return (
    <LazyPart
      part={lazyMenu}
      isEnabled={wasPressed}
      props={{ ...props, trigger: <MoreButton />, pressedBy }}
      fallback={<MoreButton {...buttonProps} />}
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
