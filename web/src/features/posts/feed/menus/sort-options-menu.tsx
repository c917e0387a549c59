import type { ReactElement } from 'react'
import { Menu, MenuRadioGroup, MenuSeparator } from '../../../../ui/overlays/menu.tsx'
import type { FeedFilter, FilterChange } from '../feed-filter.ts'
import { RANGES, SORTS } from '../sort-options.ts'

interface Props {
  filter: FeedFilter
  onChoose: (change: FilterChange) => void
  trigger: ReactElement
  /** How the button was pressed that loaded the menu: the menu starts open. */
  pressedBy: 'pointer' | 'keyboard'
}

/** Sorts by date, or by likes within a time range. */
export function SortOptionsMenu({ filter, onChoose, trigger, pressedBy }: Props) {
  const { sort = 'recent', range = 'all-time' } = filter
  return (
    <Menu trigger={trigger} openedBy={pressedBy}>
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
