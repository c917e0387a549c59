import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Id } from '../primitives.ts'

export const PEOPLE_QUERY_MIN = 2
export const PEOPLE_RESULTS_MAX = 20
/** The length of the longest first and last name with the space between them. */
export const PEOPLE_QUERY_MAX = 101

/** The public fields of a member, as the author of a post or comment. */
export const Person = z.object({ _id: Id, userName: z.string(), profilePicture: z.string() })
export type Person = z.infer<typeof Person>

/** A member as a search result, with the name that the text may be the start of. */
export const FoundPerson = z.extend(Person, {
  firstName: z.optional(z.string()),
  lastName: z.optional(z.string()),
})
export type FoundPerson = z.infer<typeof FoundPerson>

/** Members with the text at the start of their username, first or last name, or of both names, ignoring case, an exact username first; never the caller. */
export const searchPeople = defineEndpoint({
  method: 'GET',
  url: '/api/users/search',
  access: 'member',
  source: 'standby',
  limit: 'people',
  schema: {
    querystring: z.object({
      username: z
        .string()
        .check(z.trim(), z.minLength(PEOPLE_QUERY_MIN, 'Type at least 2 characters')),
    }),
    response: { 200: z.array(FoundPerson).check(z.maxLength(PEOPLE_RESULTS_MAX)) },
  },
})
