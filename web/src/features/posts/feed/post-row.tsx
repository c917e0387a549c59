import { useViewTransitionState } from 'react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { PostItemProps } from './post-card.tsx'
import { MOVING_COVER_CLASS } from '../cover/cover-classes.ts'
import { PostCover } from '../cover/post-cover.tsx'
import { LazySaveButton } from '../following/lazy-save-button.tsx'
import { ProjectStateBadge } from '../../projects/project-state-badge.tsx'
import { getPostPath } from '../read-more-link.tsx'
import { PostLinks } from '../post-page/post-links.tsx'
import {
  AuthorLink,
  CommentCount,
  HiddenBadge,
  OpenRolesLine,
  PostExcerpt,
  PostTitle,
  TypeBadge,
} from '../post-parts.tsx'

/** A post in the compact list view. */
export function PostRow(props: PostItemProps) {
  const { post, page, search, isFirst, to, likes, children } = props
  const isMoving = useViewTransitionState(to ?? getPostPath(post))
  return (
    <article
      data-page={page}
      aria-labelledby={`post-${post._id}`}
      className="flex gap-3 px-4 py-4 transition-colors hover:bg-hover sm:gap-4 sm:px-5"
    >
      <PostCover
        post={post}
        size="row"
        isEager={isFirst}
        className={cx('mt-0.5 self-start', isMoving && MOVING_COVER_CLASS)}
      />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
          <PostTitle
            post={post}
            search={search}
            to={to}
            className="min-w-0 font-semibold wrap-anywhere"
          />
          <div className="flex flex-wrap gap-1.5">
            <HiddenBadge post={post} />
            <TypeBadge post={post} />
            <ProjectStateBadge state={post.project?.state} />
          </div>
        </div>
        <p className="flex min-w-0 items-center gap-1.5 text-sm text-faint">
          <Avatar
            name={post.user?.userName ?? '?'}
            picture={post.user?.profilePicture}
            size="sm"
            className="-my-0.5"
          />
          <span className="min-w-0 truncate">
            <AuthorLink post={post} search={search} />
          </span>
          <span aria-hidden="true">·</span>
          <span className="shrink-0">
            <RelativeTime at={post.createdAt} />
          </span>
        </p>
        <PostExcerpt post={post} search={search} className="max-w-[75ch]" />
        <OpenRolesLine post={post} />
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          {likes}
          <CommentCount post={post} />
          <div className="max-sm:order-first max-sm:basis-full empty:hidden">
            <PostLinks post={post} />
          </div>
          <div className="ml-auto flex items-center gap-2">
            <LazySaveButton post={post} />
            {children}
          </div>
        </div>
      </div>
    </article>
  )
}
