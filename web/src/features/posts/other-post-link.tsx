import type { Post } from '@dolph/contract/posts/posts'
import { Link } from 'react-router'
import { cx } from '../../ui/cx.ts'
import { POST_TYPES } from './post-type.ts'

interface Props {
  post: Pick<Post, 'title' | 'type'>
  to: string
  className: string
}

/** A link to another project: its title and its type. */
export function OtherPostLink({ post: { title, type }, to, className }: Props) {
  const { label, icon: Icon } = POST_TYPES[type]
  return (
    <Link to={to} className={cx('grid gap-0.5 text-sm transition-colors', className)}>
      <span dir="auto" className="as-typed line-clamp-2 font-medium text-ink wrap-anywhere">
        {title}
      </span>
      <span className="flex items-center gap-1.5 text-xs text-muted">
        <Icon className="size-3.5 shrink-0" aria-hidden="true" />
        {label}
      </span>
    </Link>
  )
}
