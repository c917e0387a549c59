import { useInfiniteQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { DashboardError } from '../feed/dashboard-error.tsx'
import { useListView } from '../feed/list-view.ts'
import { PostList, PostListSkeleton } from '../feed/post-list.tsx'
import { ViewToggle } from '../feed/view-toggle.tsx'
import { LikeButton } from '../likes/like-button.tsx'
import { getPostPath, ReadMoreLink } from '../read-more-link.tsx'
import { followedPostsQuery } from './data.ts'

/** The posts that the member saved or follows. */
export function FollowingPage() {
  return (
    <div className="page flex flex-1 flex-col gap-6 py-8 sm:py-10">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1.5">
          <h1 className="text-2xl font-semibold sm:text-3xl">Saved and following</h1>
          <p className="text-pretty text-muted">
            The projects that you saved or follow. Only you see this list.
          </p>
        </div>
        <ViewToggle />
      </header>
      <FollowedPosts />
    </div>
  )
}

/** A post that is removed stays until the next visit, so that it can be saved again. */
function FollowedPosts() {
  const list = useInfiniteQuery(followedPostsQuery)
  const [view] = useListView()

  if (list.isPending) return <PostListSkeleton view={view} label="Loading saved projects" />
  if (!list.data) {
    return <DashboardError error={list.error} onRetry={() => void list.refetch()} />
  }
  if (!list.hasNextPage && list.data.pages.every(({ data }) => data.length === 0)) {
    return <NothingSaved />
  }
  return (
    <div>
      <PostList
        view={view}
        feed={{
          pages: list.data.pages,
          hasMore: list.hasNextPage,
          isLoadingMore: list.isFetchingNextPage,
          loadMoreFailed: list.isFetchNextPageError,
          loadMore: () => void list.fetchNextPage(),
        }}
        texts={{ plural: 'projects' }}
        Likes={LikeButton}
        CardAction={ReadMoreLink}
        linkTo={getPostPath}
      />
    </div>
  )
}

function NothingSaved() {
  return (
    <EmptyState
      icon={Bookmark}
      tone="sky"
      title="Nothing saved yet. Save a project to find it again."
      action={
        <ButtonLink to="/posts" variant="primary">
          Explore Projects
        </ButtonLink>
      }
    />
  )
}
