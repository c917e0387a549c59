import { useTextOfNow } from '../lib/now.ts'

const UNITS = [
  { name: 'year', seconds: 365 * 86_400, one: 'last year' },
  { name: 'month', seconds: 30 * 86_400, one: 'last month' },
  { name: 'week', seconds: 7 * 86_400, one: 'last week' },
  { name: 'day', seconds: 86_400, one: 'yesterday' },
  { name: 'hour', seconds: 3_600, one: '1 hour ago' },
  { name: 'minute', seconds: 60, one: '1 minute ago' },
]

/** How long ago something happened; the tooltip of the page shows the exact time of a `time` element. */
export function RelativeTime({ at }: { at: string }) {
  const time = Date.parse(at)
  return (
    <time dateTime={at} data-tooltip="">
      {useTextOfNow((now) => formatTimeAgo(time, now.getTime()))}
    </time>
  )
}

/** Not by `Intl.RelativeTimeFormat`: creating one takes a phone longer than all cards of a page. */
function formatTimeAgo(then: number, now: number): string {
  const seconds = (now - then) / 1000
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds)
  if (!unit) return 'just now'
  const count = Math.floor(seconds / unit.seconds)
  return count === 1 ? unit.one : `${count} ${unit.name}s ago`
}
