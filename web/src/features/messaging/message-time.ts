import { DAY_MS } from '../../lib/day-ms.ts'

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const weekdayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const longDateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** The time beside a message, preceded by the day once the message is a day old. */
export function formatMessageTime(at: string, now: Date): string {
  const then = new Date(at)
  const day = formatPastDay(then, now)
  return day === null ? timeFormat.format(then) : `${day} ${timeFormat.format(then)}`
}

/** The heading above the messages of a day. */
export function formatDay(at: string, now: Date): string {
  const then = new Date(at)
  if (isSameDay(then, now)) return 'Today'
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (isSameDay(then, yesterday)) return 'Yesterday'
  const isThisYear = then.getFullYear() === now.getFullYear()
  return (isThisYear ? weekdayFormat : longDateFormat).format(then)
}

/** Compares in the time zone of the browser. */
export function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString()
}

/** Null for messages of the last 24 hours, and for those in the future of a browser clock that is slow. */
function formatPastDay(then: Date, now: Date): string | null {
  const age = now.getTime() - then.getTime()
  if (age < DAY_MS) return null
  return age < 2 * DAY_MS ? 'Yesterday' : dateFormat.format(then)
}
