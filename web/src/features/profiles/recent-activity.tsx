import { stripBeginning } from '@dolph/contract/strip-markdown'
import { truncateText } from '@dolph/contract/truncate-text'
import type { Post } from '@dolph/contract/posts/posts'
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TypeBadge } from '../posts/post-parts.tsx'
import { getPostPath, LinkWithReturnPath } from '../posts/read-more-link.tsx'
import { recentPostsQuery } from './data.ts'
import { ProfileSection } from './profile-section.tsx'

const EXCERPT_MAX = 100

/** The newest posts of a member or, without an id, of the viewer, with a link to all of their posts. */
export function RecentActivity({ memberId }: { memberId: string | null }) {
  const { data, isError, refetch } = useQuery(recentPostsQuery(memberId))
  const isOwn = memberId === null

  return (
    <ProfileSection
      title="Recent Activity"
      aside={
        isOwn &&
        data !== undefined &&
        data.data.length > 0 && (
          <Link to="/my-posts" className="text-sm font-medium text-link hover:underline">
            All my projects
          </Link>
        )
      }
    >
      {data ? (
        <RecentPostList posts={data.data} isOwn={isOwn} />
      ) : isError ? (
        <RecentPostsError onRetry={() => void refetch()} />
      ) : (
        <RecentActivitySkeleton />
      )}
    </ProfileSection>
  )
}

function RecentPostList({ posts, isOwn }: { posts: readonly Post[]; isOwn: boolean }) {
  if (posts.length === 0) {
    return (
      <p className="text-sm text-muted">
        No recent activity
        {isOwn && (
          <>
            {' · '}
            <Link to="/posts/create" className="font-medium text-link hover:underline">
              Create a post
            </Link>
          </>
        )}
      </p>
    )
  }
  return (
    <ul className="-mx-5 -mb-5 divide-y divide-line border-t border-line">
      {posts.map((post) => (
        <li key={post._id} className="grid gap-1.5 px-5 py-4">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
            <h3 className="min-w-0 font-medium wrap-anywhere">
              <LinkWithReturnPath
                to={getPostPath(post)}
                className="hover:text-link hover:underline"
              >
                <bdi>{post.title}</bdi>
              </LinkWithReturnPath>
            </h3>
            <TypeBadge post={post} />
          </div>
          <p dir="auto" className="text-sm text-muted wrap-anywhere">
            {truncateText(stripBeginning(post.body), EXCERPT_MAX)}
          </p>
          <p className="text-xs text-faint">
            <RelativeTime at={post.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function RecentPostsError({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
      <p className="flex items-center gap-2">
        <CloudOff className="size-4 shrink-0" aria-hidden="true" />
        Failed to fetch user posts
      </p>
      <Button size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}

export function RecentActivitySkeleton() {
  return (
    <div aria-hidden="true" className="-mx-5 -mb-5 divide-y divide-line border-t border-line">
      {['w-2/5', 'w-1/2', 'w-1/3'].map((width) => (
        <div key={width} className="grid gap-1.5 px-5 py-4">
          <div className="flex h-6 items-center justify-between">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton round className="h-6 w-24" />
          </div>
          <div className="flex h-5 items-center">
            <Skeleton className="h-3 w-5/6" />
          </div>
          <div className="flex h-4 items-center">
            <Skeleton className="h-2.5 w-20" />
          </div>
        </div>
      ))}
    </div>
  )
}
