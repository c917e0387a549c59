import type { PostType } from '@dolph/contract/post-type'
import type { ComponentType } from 'react'
import type { NavigateOptions } from 'react-router'
import { ToggleGroup } from '../../../ui/forms/toggle-group.tsx'
import type { FilterChange, FeedFilter } from './feed-filter.ts'
import { POST_TYPES } from '../post-type.ts'
import { SearchBox } from '../search/search-box.tsx'
import { ViewToggle } from './view-toggle.tsx'

const OFFERED_TYPES: readonly PostType[] = ['showcase', 'seeking-contributors', 'looking-to-join']

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

/** Type filter, search, sorting and view. It is sticky while the list scrolls; on a phone its last line is not. */
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
      <div className="top-14 z-10 in-data-offline:top-20 -mx-4 grid min-w-0 gap-2.5 border-line bg-canvas py-3 max-sm:sticky max-sm:border-b sm:contents">
        <PostTypeFilter filter={filter} texts={texts} onChoose={onChoose} />
        <div className="flex min-w-0 flex-1 items-center gap-3 max-sm:mx-4 xl:min-w-44">
          <SearchBox
            placeholder={texts.searchPlaceholder}
            q={searchText}
            isSearching={isSearching}
            onSearch={(q, options) => onChoose({ q }, options)}
            className="min-w-0 flex-1"
          />
          {!SortMenu && <ViewToggle className="shrink-0" />}
        </div>
      </div>
      {SortMenu && (
        <div className="flex min-w-0 items-center justify-between gap-3">
          <SortMenu filter={filter} onChoose={onChoose} />
          <ViewToggle className="shrink-0" />
        </div>
      )}
    </div>
  )
}

function PostTypeFilter({ filter, texts, onChoose }: Pick<Props, 'filter' | 'texts' | 'onChoose'>) {
  const { type } = filter
  // A type from the URL without a button gets one, so that the active filter is visible.
  const types = type && !OFFERED_TYPES.includes(type) ? [...OFFERED_TYPES, type] : OFFERED_TYPES
  return (
    <div className="-my-1 min-w-0 overflow-x-auto px-4 py-1 [scrollbar-width:none] max-sm:[mask-image:linear-gradient(to_right,black_85%,transparent)] sm:basis-full sm:px-0 xl:basis-auto">
      <ToggleGroup
        label={texts.typeFilterLabel}
        variant="chips"
        className="w-max flex-nowrap!"
        options={[
          { value: 'all' as const, label: texts.allLabel },
          ...types.map((value) => ({ value, ...POST_TYPES[value] })),
        ]}
        value={type ?? 'all'}
        onChange={(next) => onChoose({ type: next })}
      />
    </div>
  )
}
