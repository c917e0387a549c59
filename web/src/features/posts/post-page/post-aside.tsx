import type { Post } from '@dolph/contract/posts'
import { LazySaveButton } from '../following/lazy-save-button.tsx'
import type { ReactNode } from 'react'
import { LikeButton } from '../likes/like-button.tsx'
import { PostLinks } from './post-links.tsx'
import { CommentCount } from '../post-parts.tsx'

/** A post's counts and links: above the text, or beside it on wide screens. */
export function PostAside({ post, children }: { post: Post; children?: ReactNode }) {
  return (
    <aside aria-label="About this project" className={ASIDE_CLASS}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:grid lg:gap-3">
        <LikeButton post={post} size="md" />
        <LazySaveButton post={post} size="md" />
        <div className="flex h-9 items-center lg:*:gap-2.5">
          <CommentCount post={post} />
        </div>
      </div>
      <PostLinks post={post} variant="beside" />
      {children}
    </aside>
  )
}

export const ASIDE_CLASS =
  'mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 text-sm text-muted lg:top-22 lg:row-span-6 lg:[@media(min-height:48rem)]:sticky lg:mt-9 lg:grid lg:gap-0 lg:self-start'
