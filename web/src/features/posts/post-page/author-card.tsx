import type { Person } from '@dolph/contract/people'
import type { Post } from '@dolph/contract/posts'
import { MessageCircle } from 'lucide-react'
import { Avatar } from '../../../ui/avatar.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { createAboutState } from '../../messaging/use-message-about.ts'
import { useRelation } from '../../safety/relation-query.ts'

interface Props {
  post: Post
  author: Person
  className?: string
}

/** The author of a post, for other members: to write to them or to see who they are. Nothing for someone the viewer blocked. */
export function AuthorCard({ post, author, className }: Props) {
  const { relation } = useRelation(author._id)
  if (relation?.isBlocked) return null
  const about = { post: post._id, role: null, title: post.title }
  return (
    <section
      aria-label="Author"
      className={cx('grid gap-3 rounded-card border border-line bg-surface p-4 text-sm', className)}
    >
      <div className="flex min-w-0 items-center gap-3">
        <Avatar name={author.userName} picture={author.profilePicture} />
        <div className="grid min-w-0">
          <span className="text-xs text-faint">Posted by</span>
          <span className="truncate font-medium text-ink">@{author.userName}</span>
        </div>
      </div>
      <BioLine text={post.authorBio} />
      <div className="flex flex-wrap gap-2">
        {/* Its space is kept until it is known whether the two can write to each other. */}
        {relation?.canMessage !== false && (
          <ButtonLink
            to={`/messages/${author._id}`}
            state={createAboutState(about)}
            size="sm"
            variant="primary"
            icon={MessageCircle}
            className={relation ? undefined : 'invisible'}
          >
            Message
          </ButtonLink>
        )}
        <ButtonLink to={`/profile/${author.userName}`} size="sm">
          View profile
        </ButtonLink>
      </div>
    </section>
  )
}

/** Comes with the post. A copy of the post from a list lacks it: its place is reserved. */
function BioLine({ text }: { text: string | undefined }) {
  if (text === '') return null
  return (
    <p dir="auto" className="as-typed line-clamp-2 min-h-5 text-muted wrap-anywhere">
      {text}
    </p>
  )
}
