import { Search } from 'lucide-react'
import { cx } from '../cx.ts'
import { Spinner } from '../spinner.tsx'

interface Props {
  isSearching: boolean
  /** The size of the icon. */
  size: 'size-4' | 'size-4.5'
  className?: string
}

/** A magnifying glass, replaced by a spinner when a search takes noticeably long. */
export function SearchIcon({ isSearching, size, className }: Props) {
  return (
    <span className={cx('grid items-center text-faint *:[grid-area:1/1]', className)}>
      <Search
        aria-hidden="true"
        className={cx('transition-opacity', size, isSearching && 'opacity-0 delay-200')}
      />
      {isSearching && (
        <span className="animate-arrive-late">
          <Spinner />
        </span>
      )}
    </span>
  )
}
