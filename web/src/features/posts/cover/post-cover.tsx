import { COVER_SIZES, toCardCoverUrl } from '@dolph/contract/posts/post-pictures'
import type { Post } from '@dolph/contract/posts/posts'
import { useState, type CSSProperties } from 'react'
import { cx } from '../../../ui/cx.ts'
import { COVER_CLASS } from './cover-classes.ts'
import { DrawnCover } from './drawn-cover.tsx'

interface Props {
  post: Pick<Post, '_id' | 'title' | 'type' | 'cover'> &
    Partial<Pick<Post, 'likeCount' | 'commentCount' | 'project'>>
  size: keyof typeof COVER_CLASS
  /** Whether the picture loads at once, for what is seen first. */
  isEager?: boolean | undefined
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** The face of a post: its picture, or a drawing. The place has its height before a picture has loaded. */
export function PostCover({ post, size, isEager = false, className, style }: Props) {
  const [failedUrl, setFailedUrl] = useState<string>()
  const { cover } = post
  return (
    <div
      data-cover
      style={style}
      className={cx('overflow-hidden bg-sunken', COVER_CLASS[size], className)}
    >
      {cover && cover.url !== failedUrl ? (
        <img
          src={size === 'page' ? cover.url : toCardCoverUrl(cover.url)}
          srcSet={size === 'row' ? undefined : getSourceSet(cover.url)}
          sizes={SIZES[size]}
          alt={cover.alt}
          {...COVER_SIZES[size === 'page' ? 'page' : 'card']}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          onError={() => setFailedUrl(cover.url)}
          className={cx('size-full object-cover', size === 'page' && OUTLINE_CLASS)}
        />
      ) : (
        <DrawnCover post={post} />
      )}
    </div>
  )
}

/** A picture may have the color of the page. */
const OUTLINE_CLASS = 'rounded-card outline -outline-offset-1 outline-ink/15'

const SIZES = {
  card: '(min-width: 40rem) 24rem, 100vw',
  row: undefined,
  page: '(min-width: 40rem) 35rem, 100vw',
  banner: undefined,
}

function getSourceSet(url: string): string {
  const { card, page } = COVER_SIZES
  return `${toCardCoverUrl(url)} ${card.width}w, ${url} ${page.width}w`
}
