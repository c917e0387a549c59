import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useNow } from '../../../lib/now.ts'

const localDateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long' })
const utcDateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * Shows today's date by the viewer's clock and, on a second line, the date on which the text was last changed.
 * Prerendered pages show the second date in both lines.
 */
export function LastUpdated({ version }: { version: string }) {
  const now = useNow()
  const today = useHydrated() ? localDateFormat.format(now) : formatVersionDate(version)
  return (
    <div className="grid gap-0.5 text-sm text-muted">
      <p>{`Last updated: ${today}`}</p>
      <p className="text-faint">
        This version of the text: <time dateTime={version}>{formatVersionDate(version)}</time>
      </p>
    </div>
  )
}

/** Formatted in UTC, so that the date is the same in every time zone. */
function formatVersionDate(version: string): string {
  return utcDateFormat.format(new Date(version))
}
