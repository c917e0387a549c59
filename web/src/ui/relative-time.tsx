import { useHydrated } from '../lib/hydrated.ts'
import { useNow } from '../lib/now.ts'
import { Tooltip } from './tooltip.tsx'

const STEPS = [
  { unit: 'year', seconds: 365 * 86_400 },
  { unit: 'month', seconds: 30 * 86_400 },
  { unit: 'week', seconds: 7 * 86_400 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

/** How long ago something happened, with the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const time = new Date(at)
  const now = useNow()
  // What was prerendered knows neither the viewer's time zone nor the rest of their clock.
  const label = useHydrated() ? exactTime(at) : undefined
  return (
    <Tooltip label={label}>
      <time dateTime={at}>{timeAgo(time, now)}</time>
    </Tooltip>
  )
}

export function exactTime(at: string): string {
  return exact.format(new Date(at))
}

function timeAgo(then: Date, now: Date): string {
  const seconds = (now.getTime() - then.getTime()) / 1000
  const step = STEPS.find((each) => seconds >= each.seconds)
  return step ? relative.format(-Math.floor(seconds / step.seconds), step.unit) : 'just now'
}
