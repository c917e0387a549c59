import { useQueryClient } from '@tanstack/react-query'
import { useRef, type ComponentType, type ReactNode } from 'react'
import type { NavigateOptions } from 'react-router'
import { useUrlParams } from '../../../lib/url/use-url-params.ts'
import { NewPostsButton } from './new-posts-button.tsx'
import { discardCachedRanking } from '../data.ts'
import {
  parseFilter,
  applyFilterChange,
  isSearchTooLong,
  type FilterChange,
  type FeedFilter,
  type FeedOptions,
} from './feed-filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { PostResults, type ExplorerTexts, type PostResultsProps } from './post-results.tsx'
import { scrollUpTo } from './scroll-up-to.ts'
import { useFeed, type Feed } from './use-feed.ts'

interface Props extends Omit<PostResultsProps, 'filter' | 'feed' | 'onChoose'> {
  feedOptions: FeedOptions
  refreshMs: number
  /** Shown between the heading and the filters. */
  notice?: ReactNode
  /** Only on members' pages, so that the visitors' page does not load the code of menus. */
  SortMenu?: ComponentType<{ filter: FeedFilter; onChoose: (change: FilterChange) => void }>
}

/** Posts with search, filters and infinite scrolling. The URL holds the filter. */
export function PostExplorer(props: Props) {
  const { feedOptions, refreshMs, texts, createAction, notice, SortMenu } = props
  const client = useQueryClient()
  const top = useRef<HTMLDivElement>(null)
  const [params, changeParams] = useUrlParams()
  const filter = parseFilter(params, feedOptions)
  const feed = useFeed(filter, refreshMs)

  const changeFilter = (change: FilterChange, options?: NavigateOptions) => {
    changeParams((current) => {
      const next = applyFilterChange(current, change)
      discardCachedRanking(client, parseFilter(next, feedOptions))
      return next
    }, options)
    // Scrolls after the navigation, which has stored the scroll position that Back restores.
    scrollUpTo(top.current)
  }

  return (
    <div className="page flex flex-1 flex-col gap-6 py-6 max-sm:gap-3 max-sm:pt-4 sm:py-10">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-3 sm:items-end sm:gap-x-6 sm:gap-y-4">
        <div className="grid gap-1.5">
          <h1 className="text-xl font-semibold sm:text-3xl">Explore Projects</h1>
          <p className="text-balance text-muted max-sm:sr-only">{texts.intro}</p>
        </div>
        {createAction}
      </header>
      {notice}
      <div ref={top} className="-mb-6 max-sm:-mb-3" />
      <FilterBar
        filter={filter}
        q={filter.q ?? getTooLongSearch(params)}
        SortMenu={SortMenu}
        texts={texts}
        isSearching={feed.isChanging && filter.q !== undefined}
        onChoose={changeFilter}
      />
      <NewPostsButton
        {...feed.newPosts}
        onShow={() => {
          feed.showNewPosts()
          scrollUpTo(top.current)
        }}
      />
      <p role="status" className="sr-only">
        {getResultSummary(feed, texts)}
      </p>
      <PostResults {...props} filter={filter} feed={feed} onChoose={changeFilter} />
      <p className="hidden text-center text-sm text-muted noscript:block">
        {`To search ${texts.plural}, to filter them and to read on, please turn on JavaScript.`}
      </p>
    </div>
  )
}

/** The search of the URL if it cannot be run because of its length, so that the search box can show it and say why. */
function getTooLongSearch(params: URLSearchParams): string {
  const q = params.get('q') ?? ''
  return isSearchTooLong(q) ? q : ''
}

function getResultSummary(
  { pages, isLoading, isChanging, error }: Feed,
  { singular, plural }: ExplorerTexts,
): string {
  if (isLoading || isChanging || (error && pages.length === 0)) return ''
  const count = pages.reduce((sum, page) => sum + page.data.length, 0)
  if (count === 0) return `No ${plural} found`
  return count === 1 ? `1 ${singular} shown` : `${count} ${plural} shown`
}
