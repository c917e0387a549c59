import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const BUBBLES = [
  { isMine: false, size: 'h-9.5 w-56' },
  { isMine: false, size: 'h-9.5 w-40' },
  { isMine: true, size: 'h-15 w-64' },
  { isMine: false, size: 'h-9.5 w-48' },
  { isMine: true, size: 'h-9.5 w-32' },
  { isMine: true, size: 'h-15 w-72' },
]

/** Messages that are on their way, where they will stand. */
export function LogSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col justify-end overflow-hidden p-4">
      <span className="sr-only">Loading messages</span>
      {BUBBLES.map(({ isMine, size }, index) => (
        <span
          key={index}
          className={cx('mt-2 max-w-[85%] animate-arrive-late', isMine && 'self-end')}
        >
          <Skeleton className={cx('max-w-full rounded-sheet!', size)} />
        </span>
      ))}
    </div>
  )
}
