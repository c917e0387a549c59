import type { Post } from '@dolph/contract/posts/posts'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import type { FeedSearch } from './feed-filter.ts'
import type { FeedPage } from './feed-pages.ts'
import type { ListView } from './list-view.ts'
import { PostCard } from './post-card.tsx'
import { PostRow } from './post-row.tsx'
import { PostCardSkeleton, PostRowSkeleton } from '../post-skeleton.tsx'
import { InfiniteScrollTrigger } from '../../../ui/infinite-scroll-trigger.tsx'

/** After this many pages, loading more needs a click, so that the footer can be reached. */
const PAGES_PER_LOAD_MORE = 5
/** The posts that are on the first screen, whose covers load at once. */
const FIRST_ROW = 3
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
  texts: { plural: string }
  search?: FeedSearch | undefined
  /** The like button or like count of a post. */
  Likes: ComponentType<{ post: Post }>
  /** The action at the end of a post. */
  CardAction: ComponentType<{ post: Post }>
  linkTo?: ((post: Post) => string) | undefined
  /** Renders something in place of a post, such as its editor; a falsy result keeps the post. */
  renderReplacement?: (post: Post) => ReactNode
}

/** Posts in a grid or a list, with infinite scrolling. */
export function PostList({
  view,
  feed,
  texts,
  search,
  Likes,
  CardAction,
  linkTo,
  renderReplacement,
}: Props) {
  const { Item, Skeleton, className } = VIEWS[view]
  return (
    <>
      <div className={className}>
        {feed.pages.map((page, index) =>
          page.data.map((post, position) => (
            <Fragment key={post._id}>
              {renderReplacement?.(post) || (
                <Item
                  post={post}
                  page={index}
                  search={search}
                  isFirst={index === 0 && position < FIRST_ROW}
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
      <LoadMore
        {...feed}
        needsClick={feed.pages.length % PAGES_PER_LOAD_MORE === 0}
        plural={texts.plural}
      />
    </>
  )
}

export function PostListSkeleton({ view, label }: { view: ListView; label: string }) {
  const { Skeleton, className } = VIEWS[view]
  return (
    <div
      role="group"
      className={cx(className, 'noscript:hidden')}
      aria-busy="true"
      aria-label={label}
    >
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
    // The server renders the grid. A visitor who chose the list sees the grid only after 3 s, if no script has replaced it.
    className: cx(
      'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4 sm:gap-5',
      'in-data-[posts-view=list]:animate-[arrive_150ms_3s_both]',
    ),
  },
  list: {
    Item: PostRow,
    Skeleton: PostRowSkeleton,
    className: 'divide-y divide-line overflow-clip rounded-card border border-line bg-surface',
  },
}

function LoadMore(props: Omit<PaginatedPosts, 'pages'> & { needsClick: boolean; plural: string }) {
  const { hasMore, isLoadingMore, loadMoreFailed, loadMore, needsClick, plural } = props
  if (!hasMore) return null
  if (!needsClick && !loadMoreFailed)
    return <InfiniteScrollTrigger key="end" onReach={loadMore} disabled={isLoadingMore} />
  return (
    <div className="grid justify-items-center gap-3 pt-10 pb-4">
      {loadMoreFailed && <p role="alert">{`The next ${plural} could not be loaded.`}</p>}
      <Button onClick={loadMore} busy={isLoadingMore}>
        {loadMoreFailed ? 'Try Again' : 'Load more'}
      </Button>
    </div>
  )
}
