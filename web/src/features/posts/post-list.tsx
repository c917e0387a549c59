import type { Post } from '@dolph/contract/posts'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import type { FeedSearch } from './feed-filter.ts'
import type { FeedPage } from './feed-pages.ts'
import type { ListView } from './list-view.ts'
import { PostCard } from './post-card.tsx'
import { PostRow } from './post-row.tsx'
import { PostCardSkeleton, PostRowSkeleton } from './post-skeleton.tsx'
import { InfiniteScrollTrigger } from './infinite-scroll-trigger.tsx'

/** After so many pages the list waits to be asked, so that the end of the page can be reached. */
const PAGES_PER_LOAD_MORE = 5
const SKELETON_KEYS = ['a', 'b', 'c', 'd', 'e', 'f']

interface PaginatedPosts {
  pages: FeedPage[]
  hasMore: boolean
  isLoadingMore: boolean
  loadMoreFailed: boolean
  loadMore: () => void
}

interface Props {
  view: ListView
  feed: PaginatedPosts
  /** 'posts' or 'projects'. */
  words: { many: string }
  search?: FeedSearch | undefined
  /** What each post shows of its likes, and what stands at its end. */
  Likes: ComponentType<{ post: Post }>
  CardAction: ComponentType<{ post: Post }>
  linkTo?: ((post: Post) => string) | undefined
  /** What stands in the place of a post, if anything. */
  renderReplacement?: (post: Post) => ReactNode
}

/** Posts in a grid or a list, with more of them as one reads on. */
export function PostList({
  view,
  feed,
  words,
  search,
  Likes,
  CardAction,
  linkTo,
  renderReplacement,
}: Props) {
  const { Item, Skeleton, look } = VIEWS[view]
  return (
    <>
      <div className={look}>
        {feed.pages.map((page, index) =>
          page.data.map((post) => (
            <Fragment key={post._id}>
              {renderReplacement?.(post) || (
                <Item
                  post={post}
                  page={index}
                  search={search}
                  to={linkTo?.(post)}
                  likes={<Likes post={post} />}
                >
                  <CardAction post={post} />
                </Item>
              )}
            </Fragment>
          )),
        )}
        {feed.isLoadingMore && SKELETON_KEYS.slice(0, 3).map((key) => <Skeleton key={key} />)}
      </div>
      <LoadMore {...feed} asks={feed.pages.length % PAGES_PER_LOAD_MORE === 0} many={words.many} />
    </>
  )
}

export function PostListSkeleton({ view, label }: { view: ListView; label: string }) {
  const { Skeleton, look } = VIEWS[view]
  return (
    <div role="group" className={cx(look, 'noscript:hidden')} aria-busy="true" aria-label={label}>
      {SKELETON_KEYS.map((key) => (
        <Skeleton key={key} />
      ))}
    </div>
  )
}

const VIEWS = {
  grid: {
    Item: PostCard,
    Skeleton: PostCardSkeleton,
    // What was rendered on the server is a grid. Whoever chose the list sees it only if no script comes to turn it.
    look: cx(
      'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4 sm:gap-5',
      'in-data-[posts-view=list]:animate-[arrive_150ms_3s_both]',
    ),
  },
  list: {
    Item: PostRow,
    Skeleton: PostRowSkeleton,
    look: 'divide-y divide-line overflow-clip rounded-card border border-line bg-surface',
  },
}

function LoadMore(props: Omit<PaginatedPosts, 'pages'> & { asks: boolean; many: string }) {
  const { hasMore, isLoadingMore, loadMoreFailed, loadMore, asks, many } = props
  if (!hasMore) return null
  if (!asks && !loadMoreFailed)
    return <InfiniteScrollTrigger key="end" onReach={loadMore} disabled={isLoadingMore} />
  return (
    <div className="grid justify-items-center gap-3 pt-10 pb-4">
      {loadMoreFailed && <p role="alert">{`The next ${many} could not be loaded.`}</p>}
      <Button onClick={loadMore} busy={isLoadingMore}>
        {loadMoreFailed ? 'Try Again' : 'Load More'}
      </Button>
    </div>
  )
}
