import {
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import { FolderHeart, Plus } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { JoinRequestsLink } from '../../join-requests/join-requests-link.tsx'
import { CreatePostLink } from '../create-post-link.tsx'
import { DashboardError } from '../feed/dashboard-error.tsx'
import type { FeedPage } from '../feed/feed-pages.ts'
import { LikeButton } from '../likes/like-button.tsx'
import { useListView } from '../feed/list-view.ts'
import { PostList, PostListSkeleton } from '../feed/post-list.tsx'
import { ViewToggle } from '../feed/view-toggle.tsx'
import { ownPostsQuery } from './data.ts'
import { useEditedPost } from './edited-post.ts'
import { InlinePostEditor } from './inline-post-editor.tsx'
import { MY_POSTS_HEADING_ID, OwnPostCardActions } from './own-post-card-actions.tsx'

/** The member's own posts, with actions to edit and delete them. */
export function MyPostsPage() {
  const list = useInfiniteQuery(ownPostsQuery)
  const isEmpty = !list.hasNextPage && list.data?.pages.every(({ data }) => data.length === 0)

  return (
    <div className="page flex flex-1 flex-col gap-6 py-8 sm:py-10">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-4 sm:items-end sm:gap-x-6">
        <div className="grid gap-1.5">
          <h1
            id={MY_POSTS_HEADING_ID}
            tabIndex={-1}
            className="text-2xl font-semibold outline-none sm:text-3xl"
          >
            My Posts
          </h1>
          <p className="text-muted max-sm:sr-only">Everything you have shared, newest first.</p>
        </div>
        {!isEmpty && (
          <div className="contents items-center gap-3 sm:flex">
            <JoinRequestsLink size="md" className="max-sm:order-1 max-sm:-ml-4" />
            <div className="max-sm:order-1">
              <ViewToggle />
            </div>
            <CreatePostLink />
          </div>
        )}
      </header>
      {isEmpty ? <NoPostsYet /> : <OwnPostList list={list} />}
    </div>
  )
}

function OwnPostList({ list }: { list: UseInfiniteQueryResult<InfiniteData<FeedPage>> }) {
  const [view] = useListView()
  const { editedId } = useEditedPost()

  if (list.isPending) return <PostListSkeleton view={view} label="Loading your projects" />
  if (!list.data) {
    return <DashboardError error={list.error} onRetry={() => void list.refetch()} />
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
        texts={{ plural: 'posts' }}
        Likes={LikeButton}
        CardAction={OwnPostCardActions}
        linkTo={({ _id }) => `/posts/${_id}`}
        renderReplacement={(post) => post._id === editedId && <InlinePostEditor post={post} />}
      />
    </div>
  )
}

function NoPostsYet() {
  return (
    <EmptyState
      icon={FolderHeart}
      tone="mint"
      title="You haven't created any projects yet"
      action={
        <ButtonLink to="/posts/create" variant="primary" icon={Plus}>
          Create Your First Project
        </ButtonLink>
      }
    >
      Show what you built, propose an idea, or look for people to build it with.
    </EmptyState>
  )
}
