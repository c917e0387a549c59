import type { Post } from '@dolph/contract/posts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, type ComponentType, type ReactNode } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'
import { NewPostsButton } from './new-posts-button.tsx'
import { discardCachedRanking } from './data.ts'
import {
  parseFilter,
  applyFilterChange,
  type FilterChange,
  type FeedFilter,
  type FeedKind,
} from './feed-filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { PostResults } from './post-results.tsx'
import { scrollUpTo } from './scroll-up-to.ts'
import { useFeed, type Feed } from './use-feed.ts'

export interface ExplorerTexts {
  lead: string
  /** Names the buttons of the types. */
  types: string
  all: string
  search: string
  nothing: string
  one: string
  many: string
}

export interface PostExplorerProps {
  kind: FeedKind
  refreshMs: number
  words: ExplorerTexts
  /** The way to a post of one's own. */
  createAction: ReactNode
  /** For members; a visitor's page does without the code of menus. */
  SortMenu?: ComponentType<{ filter: FeedFilter; onChoose: (choice: FilterChange) => void }>
  /** What a list that cannot be had shows. */
  ErrorState: ComponentType<{ error: Error; onRetry: () => void }>
  /** What a card shows of its likes, and the way further in. */
  Likes: ComponentType<{ post: Post }>
  CardAction: ComponentType<{ post: Post }>
  /** Where a card's title leads, if anywhere. */
  linkTo?: ((post: Post) => string) | undefined
}

/** Posts to search, filter and read on and on. The address bar holds every choice. */
export function PostExplorer(props: PostExplorerProps) {
  const { kind, refreshMs, words, createAction, SortMenu } = props
  const client = useQueryClient()
  const top = useRef<HTMLDivElement>(null)
  const [params, setParams] = useSearchParams()
  const filter = parseFilter(params, kind)
  const feed = useFeed(filter, refreshMs)

  const choose = (choice: FilterChange, how?: NavigateOptions) => {
    const next = applyFilterChange(params, choice)
    discardCachedRanking(client, parseFilter(next, kind))
    setParams(next, { preventScrollReset: true, ...how })
    // After the place was noted to which Back returns.
    scrollUpTo(top.current)
  }

  return (
    <div className="page flex flex-1 flex-col gap-6 py-6 max-sm:gap-4 sm:py-10">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1.5">
          <h1 className="text-2xl font-semibold sm:text-3xl">Explore Projects</h1>
          <p className="text-balance text-muted">{words.lead}</p>
        </div>
        {createAction}
      </header>
      <div ref={top} className="-mb-6 max-sm:-mb-4" />
      <FilterBar
        filter={filter}
        SortMenu={SortMenu}
        words={words}
        isSearching={feed.isChanging && filter.q !== undefined}
        onChoose={choose}
      />
      <NewPostsButton
        {...feed.arrived}
        onShow={() => {
          feed.showArrived()
          scrollUpTo(top.current)
        }}
      />
      <p role="status" className="sr-only">
        {getResultSummary(feed, words)}
      </p>
      <PostResults {...props} filter={filter} feed={feed} onChoose={choose} />
      <p className="hidden text-center text-sm text-muted noscript:block">
        {`To search ${words.many}, to filter them and to read on, please turn on JavaScript.`}
      </p>
    </div>
  )
}

function getResultSummary(
  { pages, isLoading, isChanging, error }: Feed,
  { one, many }: ExplorerTexts,
): string {
  if (isLoading || isChanging || (error && pages.length === 0)) return ''
  const count = pages.reduce((sum, page) => sum + page.data.length, 0)
  if (count === 0) return `No ${many} found`
  return count === 1 ? `1 ${one} shown` : `${count} ${many} shown`
}
