import { REWARD_LABELS, type Availability } from '@dolph/contract/people/availability'
import { Clock, Globe, HandCoins, Tag } from 'lucide-react'
import type { IconType } from '../../../ui/icon.ts'
import { describePlace, describeTopics, formatDay } from './availability-texts.ts'

interface Props {
  availability: Availability
  /** The place that the member's profile names; empty if it names none. */
  location: string
}

/** What a member who is open to join offers. */
export function AvailabilityDetails({ availability, location }: Props) {
  const { hours, rewards, note, until } = availability
  const topics = describeTopics(availability)
  return (
    <div className="grid gap-3">
      <p className="font-medium">Open to join until {formatDay(until)}</p>
      {note && (
        <p dir="auto" className="max-w-[70ch] text-sm wrap-anywhere">
          {note}
        </p>
      )}
      <ul className="grid gap-1.5 text-sm">
        <Fact icon={Clock} label="Hours" text={`${hours} h a week`} />
        <Fact
          icon={Globe}
          label={location ? 'Location' : 'Time zone'}
          text={describePlace(availability, location)}
        />
        <Fact
          icon={HandCoins}
          label="Accepted rewards"
          text={rewards.map((reward) => REWARD_LABELS[reward]).join(', ')}
        />
        {topics && <Fact icon={Tag} label="Topics" text={topics} />}
      </ul>
    </div>
  )
}

function Fact({ icon: Icon, label, text }: { icon: IconType; label: string; text: string }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{label}: </span>
        {text}
      </span>
    </li>
  )
}
