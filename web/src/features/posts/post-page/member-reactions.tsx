import type { Post } from '@dolph/contract/posts/posts'
import { LazyFollowSwitch } from '../following/lazy-follow-switch.tsx'
import { LazySaveButton } from '../following/lazy-save-button.tsx'
import { LikeButton } from '../likes/like-button.tsx'
import { CommentCount } from '../post-parts.tsx'

/** Liking and saving a post, and the count of its comments. */
export function MemberReactions({ post }: { post: Post }) {
  return (
    <>
      <LikeButton post={post} size="md" />
      <LazySaveButton post={post} size="md" />
      <div className="flex h-9 items-center">
        <CommentCount post={post} />
      </div>
      <LazyFollowSwitch post={post} />
    </>
  )
}
