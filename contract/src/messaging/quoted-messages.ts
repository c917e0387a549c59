import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { Id } from '../primitives.ts'
import { Participant } from './messaging.ts'

/** The most messages in one call. */
export const QUOTED_MAX = 50

/** What a reader sees of the message that another one answers. */
export const QuotedMessage = z.object({
  _id: Id,
  sender: Participant,
  /** As everybody gets it now: of a deleted or hidden message, that it is. */
  content: z.string(),
})
export type QuotedMessage = z.infer<typeof QuotedMessage>

/** Of some messages, those that the caller may read: for answers to messages that a browser has not loaded. */
export const readQuoted = defineEndpoint({
  method: 'GET',
  url: '/api/messages/quoted',
  access: 'member',
  schema: {
    /** The ids, with commas between them. */
    querystring: z.object({ ids: z.string().check(z.refine(isListOfIds)) }),
    response: { 200: z.array(QuotedMessage) },
  },
})

function isListOfIds(text: string): boolean {
  const ids = text.split(',')
  return ids.length <= QUOTED_MAX && ids.every((id) => z.safeParse(Id, id).success)
}
