import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { optionalText, successReply } from '../primitives.ts'
import { Topic } from '../projects/projects.ts'
import { isTimeZone } from '../time-zone.ts'

export const HOURS_MAX = 40
/** The longest time for which a member can be open to join. */
export const AVAILABLE_DAYS_MAX = 60
export const AVAILABILITY_TOPICS_MAX = 5
export const AVAILABILITY_NOTE_MAX = 200

/** The reward of a role. Dolph handles no payments. */
export const Reward = z.enum(['unpaid', 'shared-revenue', 'equity', 'paid'])
export type Reward = z.infer<typeof Reward>

export const REWARD_LABELS: Record<Reward, string> = {
  unpaid: 'Unpaid',
  'shared-revenue': 'Shared revenue',
  equity: 'Equity',
  paid: 'Paid',
}

/** A number of hours a week. */
export const Hours = z
  .int('Hours are a whole number')
  .check(z.gte(1, 'At least 1 hour'), z.lte(HOURS_MAX, `At most ${HOURS_MAX} hours`))

/** The IANA name of a time zone, such as `Europe/Lisbon`. */
export const Zone = z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Unknown time zone'))

/** What a member who is open to join offers. It ends by itself after `until`, a date in UTC. */
export const Availability = z.object({
  hours: Hours,
  zone: Zone,
  /** The rewards that the member accepts. */
  rewards: z.array(Reward).check(
    z.minLength(1, 'Choose at least one reward'),
    z.maxLength(Reward.options.length),
    z.refine((rewards) => new Set(rewards).size === rewards.length, 'A reward is listed twice'),
  ),
  topics: z.array(Topic).check(
    z.maxLength(AVAILABILITY_TOPICS_MAX, `Choose up to ${AVAILABILITY_TOPICS_MAX} topics`),
    z.refine((topics) => new Set(topics).size === topics.length, 'A topic is listed twice'),
  ),
  note: optionalText({
    max: AVAILABILITY_NOTE_MAX,
    tooLong: `A note cannot be more than ${AVAILABILITY_NOTE_MAX} characters`,
  }),
  until: z.iso.date(),
})
export type Availability = z.infer<typeof Availability>

const reply = { 200: successReply({ data: z.nullable(Availability) }) }

export const readAvailability = defineEndpoint({
  method: 'GET',
  url: '/api/profile/me/availability',
  access: 'member',
  schema: { response: reply },
})

/** Sets or replaces the availability. `until` is not in the past and at most 60 days ahead. */
export const setAvailability = defineEndpoint({
  method: 'PUT',
  url: '/api/profile/me/availability',
  access: 'member',
  idempotentBy: 'always',
  schema: { body: Availability, response: reply },
})

export const endAvailability = defineEndpoint({
  method: 'DELETE',
  url: '/api/profile/me/availability',
  access: 'member',
  restriction: 'none',
  idempotentBy: 'always',
  schema: { response: reply },
})
