import type { Post } from '@dolph/contract/posts'
import { Heart, MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { POST_TYPES } from './post-type.ts'

/** The parts that a post is drawn from, whatever the layout. */
export function AuthorLink({ post: { user } }: { post: Post }) {
  if (!user) return <span className="font-medium text-muted">Unknown User</span>
  return (
    <Link
      to={`/profile/${user.userName}`}
      className="inline-block max-w-full truncate align-bottom font-medium text-ink hover:text-link hover:underline"
    >
      {user.userName}
    </Link>
  )
}

export function TypeBadge({ post }: { post: Post }) {
  const { label, icon, tone } = POST_TYPES[post.type]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

export function Counters({ post: { likeCount, commentCount } }: { post: Post }) {
  return (
    <>
      <span className="inline-flex items-center gap-1.5 tabular-nums">
        <Heart className="size-4" aria-hidden="true" />
        {likeCount}
        <span className="sr-only">{likeCount === 1 ? 'like' : 'likes'}</span>
      </span>
      <span className="inline-flex items-center gap-1.5 tabular-nums">
        <MessageSquare className="size-4" aria-hidden="true" />
        {commentCount} {commentCount === 1 ? 'comment' : 'comments'}
      </span>
    </>
  )
}
