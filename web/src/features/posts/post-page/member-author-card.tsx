import type { Post } from '@dolph/contract/posts/posts'
import { MessageCircle } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { createAboutState } from '../../messaging/use-message-about.ts'
import { useRelation } from '../../safety/relation-query.ts'
import { AuthorCard } from './author-card.tsx'

/** The author of a post, for other members: to write to them or to see who they are. Nothing for someone the viewer blocked. */
export function MemberAuthorCard({ post }: { post: Post }) {
  const viewer = useViewer()
  const { relation } = useRelation(post.user?._id)
  if (!viewer || !post.user || viewer._id === post.user._id || relation?.isBlocked) return null
  const about = { post: post._id, role: null, title: post.title }
  return (
    <AuthorCard author={post.user}>
      <BioLine text={post.authorBio} />
      <div className="flex flex-wrap gap-2">
        {/* Its space is kept until it is known whether the two can write to each other. */}
        {relation?.canMessage !== false && (
          <ButtonLink
            to={`/messages/${post.user._id}`}
            state={createAboutState(about)}
            size="sm"
            icon={MessageCircle}
            className={relation ? undefined : 'invisible'}
          >
            Message
          </ButtonLink>
        )}
        <ButtonLink to={`/profile/${post.user.userName}`} size="sm">
          View profile
        </ButtonLink>
      </div>
    </AuthorCard>
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
