import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Count, successReply, Timestamp } from '../primitives.ts'

/** How long a copy can be downloaded. */
export const EXPORT_DAYS = 7
/** A member can make a copy once in so many hours. */
export const EXPORT_INTERVAL_HOURS = 24
/** Gives the copy to its member, with proof; not JSON, so it is no endpoint. HEAD asks whether it can be downloaded. */
export const EXPORT_FILE_URL = '/api/profile/export/file'
export const EXPORT_FILE_NAME = 'dolph-copy.zip'

export const EXPORT_NOT_FOUND = 'There is no copy to download.'
export const EXPORT_TOO_SOON = 'You can make one copy a day.'

/** The steps of a copy: rows that were read, of those that were counted when it began. */
const progress = { done: Count, of: Count }

/** The member's copy of their data. A new one replaces it, from `nextAt` on. */
export const MemberExport = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('making'), ...progress }),
  /** The last attempt failed, mostly because storage was away; it goes on where it stopped. */
  z.object({ state: z.literal('failed'), ...progress, retryAt: Timestamp }),
  /** `size` is in bytes. */
  z.object({ state: z.literal('ready'), size: Count, until: Timestamp, nextAt: Timestamp }),
])
export type MemberExport = z.infer<typeof MemberExport>

const reply = successReply({ data: MemberExport })

/** Starts a copy. While one is being made, it returns that one. */
export const startExport = defineEndpoint({
  method: 'POST',
  url: '/api/profile/export',
  access: 'member',
  proof: 'always',
  restriction: 'none',
  errors: ['too-many-requests'],
  schema: { response: { 202: reply } },
})

export const readExport = defineEndpoint({
  method: 'GET',
  url: '/api/profile/export',
  access: 'member',
  schema: { response: { 200: reply } },
})
