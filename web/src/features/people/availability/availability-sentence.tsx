import type { Availability } from '@dolph/contract/people/availability'
import { describeOffer, formatDay } from './availability-texts.ts'

interface Props {
  availability: Availability
  /** The place that the member's profile names; empty if it names none. */
  location: string
}

/** What a member who is open to join offers, in one sentence and their own words. */
export function AvailabilitySentence({ availability, location }: Props) {
  const { until, note } = availability
  return (
    <div className="grid min-w-0 gap-1">
      <p className="text-pretty wrap-anywhere">
        <span className="font-semibold">Open to join until {formatDay(until)}</span>
        {` ${describeOffer(availability, location)}`}
      </p>
      {note && (
        <p dir="auto" className="max-w-[70ch] text-sm text-muted wrap-anywhere">
          {note}
        </p>
      )}
    </div>
  )
}
