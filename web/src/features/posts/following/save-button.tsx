import type { Follow, Post } from '@dolph/contract/posts'
import { BellRing, Bookmark, BookmarkCheck } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { flushSync } from 'react-dom'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { cx } from '../../../ui/cx.ts'
import type { IconType } from '../../../ui/icon.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { useLazyMenu } from '../../../ui/overlays/use-lazy-menu.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { useFollow } from './use-follow.ts'

export interface SaveButtonProps {
  post: Post
  /** `sm` shows only the icon; `md` has a border and a word. */
  size?: 'sm' | 'md'
}

const lazyFollowMenu = createLazyModule(async () => (await import('./follow-menu.tsx')).FollowMenu)

/** Saves a post. Once saved, it opens a menu with the way to its updates and the way back. */
export function SaveButton({ post, size = 'sm' }: SaveButtonProps) {
  const viewer = useViewer()
  const { follow, change } = useFollow(post)
  const menu = useLazyMenu(lazyFollowMenu)
  const button = useRef<HTMLButtonElement>(null)
  if (!viewer || viewer._id === post.user?._id) return null

  const isSaved = follow !== 'none'
  const look = { follow, size, title: post.title }
  /** The menu goes with its last entry, so the focus goes back to the button by hand. */
  const remove = () => {
    change('none')
    flushSync(menu.reset)
    button.current?.focus()
  }
  return (
    <LazyPart
      part={lazyFollowMenu}
      isEnabled={isSaved && menu.wasPressed}
      props={{
        trigger: <FollowTrigger {...look} />,
        openedBy: menu.pressedBy,
        isFollowing: follow === 'following',
        onFollow: (isFollowing) => change(isFollowing ? 'following' : 'saved'),
        onRemove: remove,
      }}
      fallback={
        <FollowTrigger
          ref={button}
          {...look}
          {...menu.buttonProps}
          // Before it is saved, a press saves and opens nothing.
          {...(!isSaved && { ...NO_MENU, onClick: () => change('saved') })}
        />
      }
    />
  )
}

const NO_MENU = { 'aria-haspopup': undefined, 'aria-expanded': undefined }

type TriggerProps = ComponentProps<'button'> & { follow: Follow; size: 'sm' | 'md'; title: string }

function FollowTrigger({ follow, size, title, ...button }: TriggerProps) {
  const { label, icon: Icon } = LOOKS[follow]
  const isSaved = follow !== 'none'
  return (
    <button
      type="button"
      {...button}
      aria-label={`${label}: ${title}`}
      title={size === 'sm' ? label : undefined}
      className={cx(
        'inline-flex items-center rounded-control border text-sm whitespace-nowrap transition-colors select-none',
        'hover:bg-hover hover:text-ink active:bg-pressed data-popup-open:bg-hover',
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

const LOOKS: Record<Follow, { label: string; icon: IconType }> = {
  none: { label: 'Save', icon: Bookmark },
  saved: { label: 'Saved', icon: BookmarkCheck },
  following: { label: 'Following', icon: BellRing },
}

const SIZES = {
  sm: '-my-1 size-8 justify-center border-transparent',
  md: 'h-9 justify-center gap-2 px-3.5',
}
