import { z } from 'zod/mini'
import { PostType } from './post-type.ts'
import { countCharacters, Id, isStorable } from '../primitives.ts'
import { isTimeZone } from '../time-zone.ts'

export const Sort = z.enum(['recent', 'likes'])
export type Sort = z.infer<typeof Sort>

/** Since midnight, the 1st of the month or January 1 in the viewer's time zone. Applies only to the sort by likes. */
export const TimeRange = z.enum(['today', 'month', 'year', 'all-time'])
export type TimeRange = z.infer<typeof TimeRange>

/** The fields that a search covers: titles and bodies on the public page, on the dashboard also usernames of authors. */
export const SearchScope = z.enum(['text', 'text-and-author'])
export type SearchScope = z.infer<typeof SearchScope>

export const SEARCH_MAX = 100
export const SEARCH_TOO_LONG = `Search cannot be more than ${SEARCH_MAX} characters`

export const PostFilter = z.object({
  q: z.optional(
    z.string().check(
      z.normalize('NFC'),
      z.trim(),
      z.refine(isStorable, 'This text has characters that cannot be searched for'),
      z.refine((text) => countCharacters(text) <= SEARCH_MAX, SEARCH_TOO_LONG),
    ),
  ),
  scope: z._default(SearchScope, 'text'),
  type: z.optional(PostType),
  sort: z._default(Sort, 'recent'),
  range: z._default(TimeRange, 'all-time'),
  /** An IANA name such as `Europe/Lisbon`. */
  tz: z._default(
    z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Unknown time zone')),
    'UTC',
  ),
  author: z.optional(Id),
})
export type PostFilter = z.output<typeof PostFilter>
