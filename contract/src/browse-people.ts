import { z } from 'zod/mini'
import { Availability, Zone } from './availability.ts'
import { defineEndpoint } from './endpoint.ts'
import { Cursor, pageQuery } from './paging.ts'
import { Person } from './people.ts'
import { SEARCH_MAX, SEARCH_TOO_LONG } from './posts.ts'
import { countCharacters, isStorable, successReply } from './primitives.ts'
import { Topic } from './projects.ts'
import { SKILL_MAX } from './skills.ts'

export const PEOPLE_SKILLS_MAX = 3
export const PEOPLE_BIO_EXCERPT_MAX = 200

/** A member in the list of people. */
export const ListedPerson = z.extend(Person, {
  firstName: z.string(),
  lastName: z.string(),
  /** The beginning of the text about them. */
  bio: z.string(),
  skills: z.array(z.string()),
  /** Null unless they are open to join today. */
  availability: z.nullable(Availability),
})
export type ListedPerson = z.infer<typeof ListedPerson>

export const PeopleFilter = z.object({
  /** Words of names and of texts about members. */
  q: z.optional(
    z.string().check(
      z.normalize('NFC'),
      z.trim(),
      z.refine(isStorable, 'This text has characters that cannot be searched for'),
      z.refine((text) => countCharacters(text) <= SEARCH_MAX, SEARCH_TOO_LONG),
    ),
  ),
  /** Up to three, separated by commas; people have all of them. */
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
  /** The following leave only people who are open to join. */
  topic: z.optional(Topic),
  /** At least so many hours a week. */
  hours: z.optional(z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(40))),
  /** Within three hours of this time zone. */
  near: z.optional(Zone),
})
export type PeopleFilter = z.output<typeof PeopleFilter>

/**
 * Those who are open to join come first, the last to say so first; then everybody else, the newest members first. Never the
 * caller. A page looks at a bounded number: `nextCursor` leads on also from an empty one.
 */
export const browsePeople = defineEndpoint({
  method: 'GET',
  url: '/api/people',
  access: 'member',
  limit: 'people',
  schema: {
    querystring: z.extend(PeopleFilter, pageQuery),
    response: {
      200: successReply({ data: z.array(ListedPerson), nextCursor: z.nullable(Cursor) }),
    },
  },
})
