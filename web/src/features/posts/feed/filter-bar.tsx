import { PostType } from '@dolph/contract/posts/post-type'
import { useEffect, useRef, type ComponentType } from 'react'
import type { NavigateOptions } from 'react-router'
import { cx } from '../../../ui/cx.ts'
import { ToggleGroup } from '../../../ui/forms/toggle-group.tsx'
import type { FilterChange, FeedFilter } from './feed-filter.ts'
import { POST_TYPES } from '../post-type.ts'
import { MoreTypesButton } from './more-types-button.tsx'
import { SearchBox } from '../search/search-box.tsx'
import { ViewToggle } from './view-toggle.tsx'

const OFFERED_TYPES: readonly PostType[] = ['showcase', 'seeking-contributors', 'looking-to-join']
const MORE_TYPES = PostType.options.filter((type) => !OFFERED_TYPES.includes(type))

interface Props {
  filter: FeedFilter
  /** The text of the search box. */
  q: string
  /** Undefined for a list that cannot be sorted. */
  SortMenu: ComponentType<Pick<Props, 'filter' | 'onChoose'>> | undefined
  texts: { typeFilterLabel: string; allLabel: string; searchPlaceholder: string }
  isSearching: boolean
  onChoose: (change: FilterChange, options?: NavigateOptions) => void
}

/** Type filter, search, sorting and view. It is sticky while the list scrolls. */
export function FilterBar({
  filter,
  q: searchText,
  SortMenu,
  texts,
  isSearching,
  onChoose,
}: Props) {
  return (
    <div className="top-14 z-10 in-data-offline:top-20 flex-wrap items-center gap-x-3 gap-y-2.5 border-b border-line bg-canvas py-3 max-sm:contents sm:sticky sm:flex xl:flex-nowrap noscript:hidden!">
      <div className="top-14 z-10 in-data-offline:top-20 -mx-4 grid min-w-0 gap-2.5 border-line bg-canvas py-2.5 max-sm:sticky max-sm:border-b sm:contents">
        <PostTypeFilter filter={filter} texts={texts} onChoose={onChoose} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-sm:mx-4 sm:flex-nowrap sm:gap-3 xl:min-w-min">
          <SearchBox
            placeholder={texts.searchPlaceholder}
            q={searchText}
            isSearching={isSearching}
            onSearch={(q, options) => onChoose({ q }, options)}
            className="min-w-0 flex-1 xl:min-w-44"
          />
          {SortMenu && (
            <div
              // On a phone, an order with a time range has a line of its own.
              className={cx(
                'flex min-w-0',
                filter.sort === 'likes' && 'max-sm:order-last max-sm:basis-full',
              )}
            >
              <SortMenu filter={filter} onChoose={onChoose} />
            </div>
          )}
          <ViewToggle className="shrink-0" />
        </div>
      </div>
    </div>
  )
}

/** The three types of the buttons, and the others in a menu. */
function PostTypeFilter({ filter, texts, onChoose }: Pick<Props, 'filter' | 'texts' | 'onChoose'>) {
  const { type } = filter
  const row = useRef<HTMLDivElement>(null)
  const otherType = type && !OFFERED_TYPES.includes(type) ? type : undefined
  // A type without a button of its own gets one while it is chosen, so that the active filter is visible.
  const types = otherType ? [...OFFERED_TYPES, otherType] : OFFERED_TYPES

  useEffect(() => {
    // On a phone that button is beyond the edge.
    if (otherType && row.current) row.current.scrollLeft = row.current.scrollWidth
  }, [otherType])

  return (
    <div
      ref={row}
      className="relative -my-1 min-w-0 overflow-x-auto px-4 py-1 [scrollbar-width:none] max-sm:[mask-image:linear-gradient(to_right,black_85%,transparent)] sm:basis-full sm:px-0 xl:basis-auto"
    >
      <div className="flex w-max gap-2">
        <ToggleGroup
          label={texts.typeFilterLabel}
          variant="chips"
          className="flex-nowrap!"
          options={[
            { value: 'all' as const, label: texts.allLabel },
            ...types.map((value) => ({ value, ...POST_TYPES[value] })),
          ]}
          value={type ?? 'all'}
          onChange={(next) => onChoose({ type: next })}
        />
        <MoreTypesButton
          types={MORE_TYPES}
          value={otherType}
          onChoose={(next) => onChoose({ type: next })}
        />
      </div>
    </div>
  )
}
