import type {
  Notification,
  NotificationServerEvent,
} from '@dolph/contract/notifications/notifications'

/** One page of lines, as the API replies with it: newest first. */
export interface NotificationPage {
  data: Notification[]
  unreadCount: number
  nextCursor: string | null
}

/** Applies an event to the newest lines, of which at most `limit` are kept. */
export function applyEventToNewest<T extends NotificationPage>(
  page: T,
  event: NotificationServerEvent,
  limit: number,
): T {
  const [changed = page] = applyEventToPages([page], event)
  return changed.data.length <= limit ? changed : { ...changed, data: changed.data.slice(0, limit) }
}

/** Sets the number, and moves the new or changed line to its place; it is the same line if the id is the same. */
export function applyEventToPages<T extends NotificationPage>(
  pages: T[],
  { unreadCount, latest }: NotificationServerEvent,
): T[] {
  if (latest === null) return pages.map((page) => ({ ...page, unreadCount }))
  const others = pages.map((page) => ({
    ...page,
    unreadCount,
    data: page.data.filter(({ _id }) => _id !== latest._id),
  }))
  const target = others.findIndex(
    ({ data, nextCursor }) => data.some((line) => isOlder(line, latest)) || nextCursor === null,
  )
  // Further down than what is loaded: it comes with its page.
  if (target === -1) return others
  return others.map((page, index) =>
    index === target ? { ...page, data: insertLine(page.data, latest) } : page,
  )
}

/** Marks the lines that match as read, and lowers the number by those that were unread. */
export function markPageRead<T extends NotificationPage>(
  page: T,
  isMeant: (line: Notification) => boolean,
): T {
  const count = page.data.filter((line) => !line.isRead && isMeant(line)).length
  if (count === 0) return page
  const data = page.data.map((line) => (isMeant(line) ? { ...line, isRead: true } : line))
  return { ...page, data, unreadCount: Math.max(0, page.unreadCount - count) }
}

/** The lines of all pages. A line that moved to the top while a later page was fetched is shown once. */
export function flattenPages(pages: NotificationPage[]): Notification[] {
  const seen = new Set<string>()
  return pages
    .flatMap(({ data }) => data)
    .filter(({ _id }) => !seen.has(_id) && Boolean(seen.add(_id)))
}

function insertLine(lines: Notification[], line: Notification): Notification[] {
  const index = lines.findIndex((each) => isOlder(each, line))
  return index === -1 ? [...lines, line] : lines.toSpliced(index, 0, line)
}

function isOlder(line: Notification, than: Notification): boolean {
  return Date.parse(line.at) <= Date.parse(than.at)
}
