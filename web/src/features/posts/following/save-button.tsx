import type { Post } from '@dolph/contract/posts/posts'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { useFollow } from './use-follow.ts'

export interface SaveButtonProps {
  post: Post
  /** `sm` shows only the icon; `md` has a border and a word. */
  size?: 'sm' | 'md'
}

/** Saves a post, or removes it from the saved ones; then the member does not follow it either. */
export function SaveButton({ post, size = 'sm' }: SaveButtonProps) {
  const viewer = useViewer()
  const { follow, change } = useFollow(post)
  if (!viewer || viewer._id === post.user?._id) return null

  const isSaved = follow !== 'none'
  const label = isSaved ? 'Saved' : 'Save'
  const Icon = isSaved ? BookmarkCheck : Bookmark
  return (
    <button
      type="button"
      aria-label={`${label}: ${post.title}`}
      title={isSaved ? 'Remove from Saved' : size === 'sm' ? label : undefined}
      onClick={() => change(isSaved ? 'none' : 'saved')}
      className={cx(
        'inline-flex items-center rounded-control border text-sm whitespace-nowrap transition-colors select-none',
        'hover:bg-hover hover:text-ink active:bg-pressed',
        SIZES[size],
        isSaved && 'font-medium text-link',
        size === 'md' && (isSaved ? 'border-primary bg-primary-soft' : 'border-edge bg-surface'),
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {size === 'md' && label}
    </button>
  )
}

const SIZES = {
  sm: '-my-1 size-8 justify-center border-transparent',
  md: 'h-9 justify-center gap-2 px-3.5',
}
