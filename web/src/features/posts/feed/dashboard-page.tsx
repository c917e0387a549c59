import type { ReactNode } from 'react'
import { CreatePostLink } from '../create-post-link.tsx'
import { DashboardError } from './dashboard-error.tsx'
import { PostExplorer } from './post-explorer.tsx'
import type { ExplorerTexts } from './post-results.tsx'
import { LikeButton } from '../likes/like-button.tsx'
import { getPostPath, ReadMoreLink } from '../read-more-link.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { lazyPublishedPanel } from '../sharing/lazy-published-panel.ts'
import { usePublishedPost } from '../sharing/use-published-post.ts'
import { SortMenu } from './sort-menu.tsx'

const DASHBOARD_REFRESH_MS = 30_000

const TEXTS: ExplorerTexts = {
  intro: 'What members build, propose and look for.',
  typeFilterLabel: 'Type of project',
  allLabel: 'All Posts',
  searchPlaceholder: 'Search posts...',
  emptyTitle: 'No posts found matching your criteria',
  singular: 'post',
  plural: 'posts',
}

interface Props {
  /** Above the list for a new member. */
  welcome?: ReactNode
}

/** All posts for members, with search, sorting and likes. */
export function DashboardPage({ welcome }: Props) {
  const { published, dismiss } = usePublishedPost()
  return (
    <PostExplorer
      notice={
        published ? (
          <LazyPart part={lazyPublishedPanel} props={{ post: published, onDismiss: dismiss }} />
        ) : (
          welcome
        )
      }
      feedOptions={{ scope: 'text-and-author', canSort: true }}
      refreshMs={DASHBOARD_REFRESH_MS}
      texts={TEXTS}
      createAction={<CreatePostLink />}
      SortMenu={SortMenu}
      ErrorState={DashboardError}
      Likes={LikeButton}
      CardAction={ReadMoreLink}
      linkTo={getPostPath}
    />
  )
}
