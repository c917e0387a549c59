import type { Post } from '@dolph/contract/posts'
import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { PostLinks } from './post-links.tsx'
import { plainText } from './plain-text.ts'
import { AuthorLink, Counters, TypeBadge } from './post-parts.tsx'

export interface PostProps {
  post: Post
  /** The page of the list it came with. */
  page: number
  /** The way further in. */
  children: ReactNode
}

/** A post in a grid: everything of one card stands where it stands in the next. */
export function PostCard({ post, page, children }: PostProps) {
  return (
    <Card
      data-page={page}
      aria-labelledby={`post-${post._id}`}
      className="flex h-full flex-col gap-4 transition-colors hover:border-edge"
    >
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={post.user?.userName ?? '?'} />
        <div className="grid min-w-0 flex-1 text-sm">
          <AuthorLink post={post} />
          <span className="truncate text-faint">
            <RelativeTime at={post.createdAt} />
          </span>
        </div>
        <div className="self-start">
          <TypeBadge post={post} />
        </div>
      </div>
      <div className="grid gap-1.5">
        <h2
          id={`post-${post._id}`}
          className="line-clamp-2 text-lg font-semibold text-balance wrap-anywhere"
        >
          <bdi>{post.title}</bdi>
        </h2>
        <p dir="auto" className="line-clamp-3 text-sm/6 text-muted wrap-anywhere">
          {plainText(post.body)}
        </p>
      </div>
      <div className="mt-auto grid min-w-0 gap-4">
        <PostLinks post={post} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-3 text-sm text-muted">
          <Counters post={post} />
          <div className="ml-auto">{children}</div>
        </div>
      </div>
    </Card>
  )
}
