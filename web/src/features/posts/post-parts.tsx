import { stripBeginning, stripMarkdown } from '@dolph/contract/strip-markdown'
import type { Post } from '@dolph/contract/posts/posts'
import { EyeOff, Heart, MessageSquare, UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { extractExcerpt } from '../../ui/search-highlight.ts'
import { HighlightedText } from '../../ui/highlighted-text.tsx'
import { useViewer } from '../accounts/session/use-viewer.ts'
import type { FeedSearch } from './feed/feed-filter.ts'
import { POST_TYPES } from './post-type.ts'
import { LinkWithReturnPath } from './read-more-link.tsx'

interface PostPartProps {
  post: Post
  search?: FeedSearch | undefined
}

interface AuthorLinkProps extends Pick<PostPartProps, 'search'> {
  post: Pick<Post, 'user'>
}

/** The link to the author's profile; the search term is highlighted where the search covers authors. */
export function AuthorLink({ post: { user }, search }: AuthorLinkProps) {
  if (!user) return <span className="font-medium text-muted">Unknown User</span>
  const q = search?.scope === 'text-and-author' ? search.q : undefined
  return (
    <Link
      to={`/profile/${user.userName}`}
      className="-my-0.5 inline-block max-w-full truncate py-0.5 align-bottom font-medium text-ink hover:text-link hover:underline"
    >
      <HighlightedText text={user.userName} q={q} />
    </Link>
  )
}

interface TitleProps extends PostPartProps {
  to?: string | undefined
  className: string
  /** A class that cuts the title after some lines. It is on the link itself, as the heading would cut off its focus ring. */
  clampClass?: string
}

export function PostTitle({ post, search, to, className, clampClass }: TitleProps) {
  const title = (
    <bdi>
      <HighlightedText text={post.title} q={search?.q} />
    </bdi>
  )
  return (
    <h2 id={`post-${post._id}`} className={cx('as-typed', className)}>
      {to ? (
        <LinkWithReturnPath to={to} className={cx('rounded-sm hover:text-link', clampClass)}>
          {title}
        </LinkWithReturnPath>
      ) : (
        <span className={clampClass}>{title}</span>
      )}
    </h2>
  )
}

export function PostExcerpt({ post, search, className }: PostPartProps & { className?: string }) {
  const q = search?.q
  // A match can be anywhere in the text; without a search three lines of its beginning are seen.
  const text = q ? extractExcerpt(stripMarkdown(post.body), q) : stripBeginning(post.body)
  return (
    <p
      dir="auto"
      className={cx('as-typed line-clamp-3 text-sm/6 text-muted wrap-anywhere', className)}
    >
      <HighlightedText text={text} q={q} />
    </p>
  )
}

/** The type of a post, with a link to all posts of this type unless `to` is null. */
export function TypeBadge({ post: { type }, to }: { post: Pick<Post, 'type'>; to?: null }) {
  const isMember = useViewer() !== null
  const { label, icon, tone } = POST_TYPES[type]
  const list = `${isMember ? '/posts' : '/browse'}?type=${type}`
  return (
    <Badge tone={tone} icon={icon} to={to === null ? undefined : list}>
      {label}
    </Badge>
  )
}

/** The like count for visitors, who cannot like. */
export function LikeCount({ post: { likeCount } }: { post: Pick<Post, 'likeCount'> }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <Heart className="size-4" aria-hidden="true" />
      {likeCount}
      <span className="sr-only">{likeCount === 1 ? 'like' : 'likes'}</span>
    </span>
  )
}

export function CommentCount({ post: { commentCount } }: { post: Pick<Post, 'commentCount'> }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap tabular-nums">
      <MessageSquare className="size-4" aria-hidden="true" />
      {commentCount} {commentCount === 1 ? 'comment' : 'comments'}
    </span>
  )
}

/** Marks a post that a moderator hid, in its author's own list. */
export function HiddenBadge({ post }: PostPartProps) {
  return (
    post.hiddenAt !== undefined && (
      <Badge icon={EyeOff} tone="amber">
        Hidden
      </Badge>
    )
  )
}

/** How many roles are open, and for which skills; nothing if none is. */
export function OpenRolesLine({ post: { project } }: { post: Post }) {
  if (!project || project.openRoles === 0) return null
  return (
    <p className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
      <UsersRound className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 truncate">
        {describeOpenRoles(project.openRoles, project.skills)}
      </span>
    </p>
  )
}

/** '2 roles open · React, Go' */
function describeOpenRoles(openRoles: number, skills: readonly string[]): string {
  const count = openRoles === 1 ? '1 role open' : `${openRoles} roles open`
  return skills.length === 0 ? count : `${count} · ${skills.join(', ')}`
}
