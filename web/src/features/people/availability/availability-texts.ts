import { REWARD_LABELS, type Availability } from '@dolph/contract/people/availability'
import { TOPIC_LABELS } from '@dolph/contract/projects/projects'
import { DAY_MS } from '../../../lib/day-ms.ts'
import { formatZoneOffset } from '../zone-offset.ts'

// Days of availabilities are days in UTC.
const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** 'January 10' */
export function formatDay(date: string): string {
  return dayFormat.format(new Date(date))
}

/** The date in UTC so many days after `now`, as in '2027-01-10'. */
export function addDays(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Where a member is: what they say on their profile, or else the offset of their time zone. */
export function describePlace({ zone }: Availability, location: string): string {
  return location || formatZoneOffset(zone)
}

/** '6 h a week · Lisbon · Unpaid, Equity' */
export function describeAvailability(availability: Availability, location: string): string {
  const { hours, rewards } = availability
  return [
    `${hours} h a week`,
    describePlace(availability, location),
    rewards.map((reward) => REWARD_LABELS[reward]).join(', '),
  ].join(' · ')
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' })

/** 'with 6 h a week from Lisbon, for unpaid or equity roles in Games or Maps.' */
export function describeOffer(availability: Availability, location: string): string {
  const { hours, rewards, topics } = availability
  const paid = alternatives.format(rewards.map((reward) => REWARD_LABELS[reward].toLowerCase()))
  const subjects = alternatives.format(topics.map((topic) => TOPIC_LABELS[topic]))
  const place = describePlace(availability, location)
  return `with ${hours} h a week from ${place}, for ${paid} roles${subjects && ` in ${subjects}`}.`
}

/** 'Games, Maps'; empty if none is named. */
export function describeTopics({ topics }: Availability): string {
  return topics.map((topic) => TOPIC_LABELS[topic]).join(', ')
}
