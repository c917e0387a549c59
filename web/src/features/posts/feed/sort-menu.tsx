import type { Sort, TimeRange } from '@dolph/contract/posts'
import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Menu, MenuRadioGroup, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import type { FilterChange, FeedFilter } from './feed-filter.ts'

const SORTS: readonly { value: Sort; label: string; keepsOpen: boolean }[] = [
  { value: 'recent', label: 'Most Recent', keepsOpen: false },
  // The menu stays open: the time ranges appear below.
  { value: 'likes', label: 'Most Liked', keepsOpen: true },
]

const RANGES: readonly { value: TimeRange; label: string }[] = [
  { value: 'today', label: 'Today' },
  { value: 'month', label: 'This Month' },
  { value: 'year', label: 'This Year' },
  { value: 'all-time', label: 'All Time' },
]

interface Props {
  filter: FeedFilter
  onChoose: (change: FilterChange) => void
}

/** Sorts by date, or by likes within a time range. */
export function SortMenu({ filter, onChoose }: Props) {
  const { sort = 'recent', range = 'all-time' } = filter
  return (
    <Menu
      trigger={
        <Button icon={ArrowDownWideNarrow} className="min-w-0 shrink! px-3!">
          <span className="truncate">
            <span className="sr-only">Sort by </span>
            {findLabel(SORTS, sort)}
            {range !== 'all-time' && ` (${findLabel(RANGES, range)})`}
          </span>
          <ChevronDown className="-mr-0.5 size-4 shrink-0 text-faint" aria-hidden="true" />
        </Button>
      }
    >
      <MenuRadioGroup
        label="Sort by"
        options={SORTS}
        value={sort}
        onChange={(next) => onChoose({ sort: next })}
      />
      {sort === 'likes' && (
        <>
          <MenuSeparator />
          <MenuRadioGroup
            label="Time range"
            options={RANGES}
            value={range}
            onChange={(next) => onChoose({ range: next })}
          />
        </>
      )}
    </Menu>
  )
}

function findLabel<Value>(options: readonly { value: Value; label: string }[], value: Value) {
  return options.find((option) => option.value === value)?.label
}
