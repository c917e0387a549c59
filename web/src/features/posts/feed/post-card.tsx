import type { Post } from '@dolph/contract/posts/posts'
import type { ReactNode } from 'react'
import { useViewTransitionState } from 'react-router'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import type { FeedSearch } from './feed-filter.ts'
import { CARD_COVER_CLASS, MOVING_COVER_CLASS } from '../cover/cover-classes.ts'
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

export interface PostItemProps {
  post: Post
  /** The index of the page of the list it came with. */
  page?: number
  search?: FeedSearch | undefined
  /** Whether the cover loads at once, for the first posts of a list. */
  isFirst?: boolean
  /** The target of the title, if it is a link. */
  to?: string | undefined
  /** The like button, or the like count. */
  likes: ReactNode
  /** The action at the end of the card. */
  children: ReactNode
}

interface CardProps extends PostItemProps {
  /** Replaces the link to the author's profile. */
  author?: ReactNode
  /** Replaces the link to the posts of its type. */
  type?: ReactNode
}

/** A post in a grid; its parts have the same positions in every card. */
export function PostCard(props: CardProps) {
  const { post, page, search, isFirst, to, author, type, likes, children } = props
  const isMoving = useViewTransitionState(to ?? getPostPath(post))
  return (
    <Card
      data-page={page}
      aria-labelledby={`post-${post._id}`}
      className="relative flex h-full flex-col gap-4 transition-colors hover:border-edge"
    >
      <PostCover
        post={post}
        size="card"
        isEager={isFirst}
        className={cx(CARD_COVER_CLASS, isMoving && MOVING_COVER_CLASS)}
      />
      {/* The type badge is beside the name, or below it where both do not fit. */}
      <div className="@container">
        <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 text-sm">
          <Avatar
            name={post.user?.userName ?? '?'}
            picture={post.user?.profilePicture}
            className="row-span-2"
          />
          {author ?? <AuthorLink post={post} search={search} />}
          <div className="-my-1 flex flex-wrap justify-end gap-1.5 @max-[17rem]:col-start-2 @max-[17rem]:row-start-3 @max-[17rem]:mt-1.5 @max-[17rem]:justify-start">
            <HiddenBadge post={post} />
            {type ?? <TypeBadge post={post} />}
          </div>
          <span className="col-span-2 col-start-2 row-start-2 text-faint">
            <RelativeTime at={post.createdAt} />
          </span>
        </div>
      </div>
      <div className="grid gap-1.5">
        <PostTitle
          post={post}
          search={search}
          to={to}
          className="text-lg font-semibold text-balance wrap-anywhere"
          // A click on the cover follows the link of the title.
          clampClass="line-clamp-2 before:absolute before:inset-x-0 before:top-0 before:aspect-21/9 sm:before:aspect-2/1"
        />
        <PostExcerpt post={post} search={search} />
      </div>
      <div className="mt-auto grid min-w-0 gap-4">
        <OpenRolesLine post={post} />
        {/* Beside the type badge the state would leave no room for the name. */}
        <div className="flex min-w-0 flex-wrap items-center gap-2 empty:hidden">
          <ProjectStateBadge state={post.project?.state} />
          <PostLinks post={post} />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-sm text-muted">
          {likes}
          <CommentCount post={post} />
          <div className="ml-auto flex items-center gap-2">
            <LazySaveButton post={post} />
            {children}
          </div>
        </div>
      </div>
    </Card>
  )
}
