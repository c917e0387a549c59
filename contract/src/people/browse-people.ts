import { z } from 'zod/mini'
import { Availability, Zone } from './availability.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Cursor, pageQuery } from '../paging.ts'
import { Person } from './people.ts'
import { SEARCH_MAX, SEARCH_TOO_LONG } from '../posts/post-filter.ts'
import { countCharacters, isStorable, successReply } from '../primitives.ts'
import { Topic } from '../projects/projects.ts'
import { SKILL_MAX } from '../skills/skills.ts'

export const PEOPLE_SKILLS_MAX = 3
export const PEOPLE_BIO_EXCERPT_MAX = 200

/** A member in the list of people. */
export const ListedPerson = z.extend(Person, {
  firstName: z.string(),
  lastName: z.string(),
  /** The beginning of the text about the member. */
  bio: z.string(),
  skills: z.array(z.string()),
  /** Empty if the profile names none. */
  location: z.string(),
  /** Null unless the member is open to join today. */
  availability: z.nullable(Availability),
})
export type ListedPerson = z.infer<typeof ListedPerson>

export const PeopleFilter = z.object({
  /** Words of the name or of the text about a member. */
  q: z.optional(
    z.string().check(
      z.normalize('NFC'),
      z.trim(),
      z.refine(isStorable, 'This text has characters that cannot be searched for'),
      z.refine((text) => countCharacters(text) <= SEARCH_MAX, SEARCH_TOO_LONG),
    ),
  ),
  /** Up to three skills, separated by commas; the members found have all of them. */
  skills: z.optional(
    z.string().check(
      z.maxLength(PEOPLE_SKILLS_MAX * (SKILL_MAX + 1)),
      z.refine(isStorable, 'This text has characters that cannot be searched for'),
      z.refine(
        (list) => list.split(',').length <= PEOPLE_SKILLS_MAX,
        `Choose up to ${PEOPLE_SKILLS_MAX} skills`,
      ),
    ),
  ),
  /** Topic, hours and time zone find only members who are open to join. */
  topic: z.optional(Topic),
  /** The fewest hours a week that the member offers. */
  hours: z.optional(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(40))),
  /** The time zone from which the member is at most three hours away. */
  near: z.optional(Zone),
})
export type PeopleFilter = z.output<typeof PeopleFilter>

/**
 * Lists members without the caller: those who are open to join first, the last to say so at the top, then the others, newest first.
 * A page checks a bounded number of members, so an empty page can have a `nextCursor`.
 */
export const browsePeople = defineEndpoint({
  method: 'GET',
  url: '/api/people',
  access: 'member',
  source: 'standby',
  limit: 'people',
  schema: {
    querystring: z.extend(PeopleFilter, pageQuery),
    response: {
      200: successReply({ data: z.array(ListedPerson), nextCursor: z.nullable(Cursor) }),
    },
  },
})
