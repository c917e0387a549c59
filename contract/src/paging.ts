import { z } from 'zod/mini'

export const PAGE_SIZE = 20
export const PAGE_SIZE_MAX = 100

/** Where the next page starts; opaque to clients. */
export const Cursor = z
  .string()
  .check(z.minLength(1), z.maxLength(200), z.regex(/^[A-Za-z0-9_-]+$/, 'Unknown cursor'))

/** The query parameters of lists paged by cursor. */
export const pageQuery = {
  cursor: z.optional(Cursor),
  limit: z._default(
    z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(PAGE_SIZE_MAX)),
    PAGE_SIZE,
  ),
}
