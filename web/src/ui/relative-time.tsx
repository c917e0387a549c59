import { useHydrated } from '../lib/use-hydrated.ts'
import { useNow } from '../lib/now.ts'
import { Tooltip } from './overlays/tooltip.tsx'

const UNITS = [
  { unit: 'year', seconds: 365 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400 },
  { unit: 'week', seconds: 7 * 86_400 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exactFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** How long ago something happened, with the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const time = new Date(at)
  const now = useNow()
  // The prerender does not know the viewer's time zone.
  const label = useHydrated() ? formatExactTime(at) : undefined
  return (
    <Tooltip label={label}>
      <time dateTime={at}>{formatTimeAgo(time, now)}</time>
    </Tooltip>
  )
}

export function formatExactTime(at: string): string {
  return exactFormat.format(new Date(at))
}

function formatTimeAgo(then: Date, now: Date): string {
  const seconds = (now.getTime() - then.getTime()) / 1000
  const match = UNITS.find((unit) => seconds >= unit.seconds)
  return match
    ? relativeFormat.format(-Math.floor(seconds / match.seconds), match.unit)
    : 'just now'
}
