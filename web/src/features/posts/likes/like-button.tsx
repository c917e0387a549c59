import type { Post } from '@dolph/contract/posts/posts'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { useLike } from './use-like.ts'

interface Props {
  post: Post
  /** `md` has a border and shows the word "likes". */
  size?: 'sm' | 'md'
}

/** Likes a post, or removes the like. */
export function LikeButton({ post, size = 'sm' }: Props) {
  const { isLiked, likeCount, toggle } = useLike(post)
  const [wasPressed, setWasPressed] = useState(false)
  const likes = `${likeCount} ${likeCount === 1 ? 'like' : 'likes'}`

  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={`Like ${post.title}, ${likes}`}
      onClick={() => {
        setWasPressed(true)
        toggle()
      }}
      className={cx(
        'tone-rose inline-flex [--tone-chroma:1.7] items-center rounded-control border text-sm tabular-nums',
        'whitespace-nowrap transition-colors select-none',
        SIZES[size],
        size === 'md' && (isLiked ? 'border-tone-line bg-tone-soft' : 'border-edge bg-surface'),
        isLiked
          ? 'font-medium text-tone hover:bg-tone-soft active:bg-tone-fill'
          : 'hover:bg-hover hover:text-ink active:bg-pressed',
      )}
    >
      <Heart
        // The key remounts the icon on every change, so that its animation runs.
        key={String(isLiked)}
        aria-hidden="true"
        className={cx('size-4', isLiked && 'fill-current', isLiked && wasPressed && BOUNCE_CLASS)}
      />
      {size === 'md' ? likes : likeCount}
    </button>
  )
}

const SIZES = {
  sm: '-mx-2 -my-1 h-8 gap-1.5 border-transparent px-2',
  md: 'h-9 justify-center gap-2 px-3.5',
}

/** Scales the icon up once when it appears. */
const BOUNCE_CLASS =
  'transition-transform duration-200 ease-[cubic-bezier(0.3,1.9,0.5,1)] starting:scale-50'
