import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { PostProps } from './post-card.tsx'
import { PostLinks } from './post-links.tsx'
import { plainText } from './plain-text.ts'
import { AuthorLink, Counters, TypeBadge } from './post-parts.tsx'

/** A post in a list: as much as fits a few lines, for whoever reads quickly. */
export function PostRow({ post, page, children }: PostProps) {
  return (
    <article
      data-page={page}
      aria-labelledby={`post-${post._id}`}
      className="flex gap-4 px-4 py-4 transition-colors hover:bg-hover sm:px-5"
    >
      <Avatar name={post.user?.userName ?? '?'} className="mt-0.5 max-sm:hidden" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <h2 id={`post-${post._id}`} className="min-w-0 font-semibold wrap-anywhere">
            <bdi>{post.title}</bdi>
          </h2>
          <TypeBadge post={post} />
        </div>
        <p className="text-sm text-faint">
          <AuthorLink post={post} /> · <RelativeTime at={post.createdAt} />
        </p>
        <p dir="auto" className="line-clamp-3 max-w-[75ch] text-sm/6 text-muted wrap-anywhere">
          {plainText(post.body)}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          <Counters post={post} />
          <PostLinks post={post} />
          <div className="ml-auto">{children}</div>
        </div>
      </div>
    </article>
  )
}
