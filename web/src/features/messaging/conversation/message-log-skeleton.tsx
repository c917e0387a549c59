import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const BUBBLES = [
  { isMine: false, size: 'h-10 w-56 md:h-9.5' },
  { isMine: false, size: 'h-10 w-40 md:h-9.5' },
  { isMine: true, size: 'h-16 w-64 md:h-15' },
  { isMine: false, size: 'h-10 w-48 md:h-9.5' },
  { isMine: true, size: 'h-10 w-32 md:h-9.5' },
  { isMine: true, size: 'h-16 w-72 md:h-15' },
]

/** Placeholders while the messages load. */
export function MessageLogSkeleton() {
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
