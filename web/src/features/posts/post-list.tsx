import type { Post } from '@dolph/contract/posts'
import type { ComponentType } from 'react'
import { Button } from '../../ui/button.tsx'
import type { FeedPage } from './feed-pages.ts'
import type { ListView } from './list-view.ts'
import { PostCard } from './post-card.tsx'
import { PostRow } from './post-row.tsx'
import { PostCardSkeleton, PostRowSkeleton } from './post-skeleton.tsx'
import { ReachedEnd } from './reached-end.tsx'

/** After so many pages the list waits to be asked, so that the end of the page can be reached. */
const PAGES_WITHOUT_ASKING = 5
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f']

interface Props {
  view: ListView
  pages: FeedPage[]
  /** What stands at the end of each post. */
  WayIn: ComponentType<{ post: Post }>
  hasMore: boolean
  isLoadingMore: boolean
  loadMoreFailed: boolean
  onMore: () => void
}

/** Posts in a grid or a list, with more of them as one reads on. */
export function PostList({ view, pages, WayIn, ...more }: Props) {
  const { Item, Loading, look } = VIEWS[view]
  const count = pages.reduce((sum, page) => sum + page.data.length, 0)
  return (
    <>
      <p role="status" className="sr-only">
        {count === 1 ? '1 project shown' : `${count} projects shown`}
      </p>
      <div className={look}>
        {pages.map((page, index) =>
          page.data.map((post) => (
            <Item key={post._id} post={post} page={index}>
              <WayIn post={post} />
            </Item>
          )),
        )}
        {more.isLoadingMore && SKELETONS.slice(0, 3).map((key) => <Loading key={key} />)}
      </div>
      <ListEnd {...more} asks={pages.length % PAGES_WITHOUT_ASKING === 0} />
    </>
  )
}

export function PostListSkeleton({ view }: { view: ListView }) {
  const { Loading, look } = VIEWS[view]
  return (
    <div className={look} aria-busy="true" aria-label="Loading projects">
      {SKELETONS.map((key) => (
        <Loading key={key} />
      ))}
    </div>
  )
}

const VIEWS = {
  grid: {
    Item: PostCard,
    Loading: PostCardSkeleton,
    look: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4 sm:gap-5',
  },
  list: {
    Item: PostRow,
    Loading: PostRowSkeleton,
    look: 'divide-y divide-line overflow-clip rounded-card border border-line bg-surface',
  },
}

type EndProps = Pick<Props, 'hasMore' | 'isLoadingMore' | 'loadMoreFailed' | 'onMore'> & {
  asks: boolean
}

function ListEnd({ hasMore, isLoadingMore, loadMoreFailed, onMore, asks }: EndProps) {
  if (!hasMore) return null
  if (!asks && !loadMoreFailed)
    return <ReachedEnd key="end" onReach={onMore} disabled={isLoadingMore} />
  return (
    <div className="grid justify-items-center gap-3 py-4">
      {loadMoreFailed && <p role="alert">The next projects could not be loaded.</p>}
      <Button onClick={onMore} busy={isLoadingMore}>
        {loadMoreFailed ? 'Try Again' : 'Show More Projects'}
      </Button>
    </div>
  )
}
