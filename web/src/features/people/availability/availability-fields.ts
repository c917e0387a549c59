import { Availability, AVAILABLE_DAYS_MAX, Reward } from '@dolph/contract/people/availability'
import { Topic } from '@dolph/contract/projects/projects'
import { z } from 'zod/mini'
import { addDays } from './availability-texts.ts'

/** How long one is open to join, unless one chooses another day. */
const DEFAULT_DAYS = 30

/** The values of the form, valid or not. */
export const AvailabilityFields = z.object({
  hours: z.string(),
  zone: z.string(),
  rewards: z.array(Reward),
  topics: z.array(Topic),
  note: z.string(),
  until: z.string(),
})
export type AvailabilityFields = z.infer<typeof AvailabilityFields>
export type AvailabilityErrors = Partial<Record<keyof AvailabilityFields, string>>

/** The form for a member who is not open to join yet, with the time zone of the browser. */
export function createAvailabilityFields(now: Date): AvailabilityFields {
  return {
    hours: '6',
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    rewards: ['unpaid'],
    topics: [],
    note: '',
    until: addDays(now, DEFAULT_DAYS),
  }
}

export function toAvailabilityFields({ hours, ...rest }: Availability): AvailabilityFields {
  return { ...rest, hours: String(hours) }
}

/** The days that can be chosen: until the end of today, and at most so long. */
export function getDayRange(now: Date) {
  return { min: addDays(now, 0), max: addDays(now, AVAILABLE_DAYS_MAX) }
}

type Parsed =
  | { availability: Availability; errors?: undefined }
  | { availability?: undefined; errors: AvailabilityErrors }

/** What the fields say, or the errors by field. */
export function parseAvailabilityFields(fields: AvailabilityFields, now: Date): Parsed {
  const parsed = z.safeParse(Availability, { ...fields, hours: Number(fields.hours) })
  const { min, max } = getDayRange(now)
  const errors: AvailabilityErrors = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path[0] as keyof AvailabilityFields
    errors[name] ??= message
  }
  if (errors.until || fields.until < min || fields.until > max) {
    errors.until = `Choose a day within the next ${AVAILABLE_DAYS_MAX} days`
  }
  if (parsed.success && !errors.until) return { availability: parsed.data }
  return { errors }
}
