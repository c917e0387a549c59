import { formatCappedCount } from '../../lib/format-capped-count.ts'

/** The number of unread messages beside a link, read out as a part of the link's name. */
export function UnreadBadge({ unread }: { unread: number }) {
  if (unread === 0) return null
  return (
    <>
      <span className="sr-only"> {unread} unread</span>
      <span
        aria-hidden="true"
        className="grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary tabular-nums"
      >
        {formatCappedCount(unread)}
      </span>
    </>
  )
}
