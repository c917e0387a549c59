import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyMenu } from '../../../ui/overlays/use-lazy-menu.ts'
import type { FilterChange, FeedFilter } from './feed-filter.ts'
import { RANGES, SORTS } from './sort-options.ts'

interface Props {
  filter: FeedFilter
  onChoose: (change: FilterChange) => void
}

const lazyMenu = createLazyModule(
  async () => (await import('./menus/sort-options-menu.tsx')).SortOptionsMenu,
)

/** The chosen order. It becomes a menu on the first press. */
export function SortMenu({ filter, onChoose }: Props) {
  const { wasPressed, pressedBy, buttonProps } = useLazyMenu(lazyMenu)
  return (
    <LazyPart
      part={lazyMenu}
      isEnabled={wasPressed}
      props={{ filter, onChoose, pressedBy, trigger: <SortButton filter={filter} /> }}
      fallback={<SortButton filter={filter} {...buttonProps} />}
    />
  )
}

type ButtonProps = Omit<ComponentProps<typeof Button>, 'children'>

function SortButton({ filter, ...props }: ButtonProps & Pick<Props, 'filter'>) {
  const { sort = 'recent', range = 'all-time' } = filter
  return (
    <Button {...props} icon={ArrowDownWideNarrow} className="min-w-0 shrink! px-3!">
      {/* The usual order is an icon on a phone, where the line is shared with the search. */}
      <span className={cx('truncate', sort === 'recent' && 'max-sm:sr-only')}>
        <span className="sr-only">Sort by </span>
        {findLabel(SORTS, sort)}
        {range !== 'all-time' && ` (${findLabel(RANGES, range)})`}
      </span>
      <ChevronDown className="-mr-0.5 size-4 shrink-0 text-faint" aria-hidden="true" />
    </Button>
  )
}

function findLabel<Value>(options: readonly { value: Value; label: string }[], value: Value) {
  return options.find((option) => option.value === value)?.label
}
