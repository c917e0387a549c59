const DAY_MS = 86_400_000

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const weekdayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const longDateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** Beside a message: the time, with the day in front once the message is a day old. */
export function formatMessageTime(at: string, now: Date): string {
  const then = new Date(at)
  const day = formatPastDay(then, now)
  return day === null ? timeFormat.format(then) : `${day} ${timeFormat.format(then)}`
}

/** In a list, where there is room for either the time or the day. */
export function formatShortTime(at: string, now: Date): string {
  const then = new Date(at)
  return formatPastDay(then, now) ?? timeFormat.format(then)
}

/** Over the messages of a day. */
export function formatDay(at: string, now: Date): string {
  const then = new Date(at)
  if (isSameDay(then, now)) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (isSameDay(then, yesterday)) return 'Yesterday'
  const isThisYear = then.getFullYear() === now.getFullYear()
  return (isThisYear ? weekdayFormat : longDateFormat).format(then)
}

/** By the calendar of whoever looks. */
export function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString()
}

/** Null within a day. A clock that is behind the server's makes messages of the future: those are new as well. */
function formatPastDay(then: Date, now: Date): string | null {
  const age = now.getTime() - then.getTime()
  if (age < DAY_MS) return null
  return age < 2 * DAY_MS ? 'Yesterday' : dateFormat.format(then)
}
