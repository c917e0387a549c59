const UNREAD_DISPLAY_MAX = 99

export function UnreadCount({ count }: { count: number }) {
  return (
    <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-primary px-1.5 text-xs font-semibold text-on-primary tabular-nums">
      <span aria-hidden="true">
        {count > UNREAD_DISPLAY_MAX ? `${UNREAD_DISPLAY_MAX}+` : count}
      </span>
      <span className="sr-only">{`${count} unread`}</span>
    </span>
  )
}
