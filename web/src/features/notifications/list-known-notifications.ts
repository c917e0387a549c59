import type { InputOf, ReplyOf } from '@dolph/contract/endpoint'
import {
  listNotifications,
  Notification,
  NotificationKind,
} from '@dolph/contract/notifications/notifications'
import { z } from 'zod/mini'
import { callEndpoint } from '../../lib/api/api.ts'

const KNOWN_KINDS: ReadonlySet<string> = new Set(NotificationKind.options)
const UnknownLine = z.looseObject({
  kind: z.string().check(z.refine((kind) => !KNOWN_KINDS.has(kind))),
})
const { schema } = listNotifications
const AnyLines = z.array(z.union([Notification, UnknownLine]))
const listAnyLines = {
  ...listNotifications,
  schema: { ...schema, response: { 200: z.extend(schema.response[200], { data: AnyLines }) } },
}

/**
 * Leaves out lines of kinds that only a newer server knows: a tab may have been open since before its release. Filtered
 * after the parsing: a pipe of schemas would add to the first download of all pages.
 */
export async function listKnownNotifications(
  querystring: InputOf<typeof listNotifications>['querystring'],
  signal: AbortSignal,
): Promise<ReplyOf<typeof listNotifications>> {
  const reply = await callEndpoint(listAnyLines, { querystring }, signal)
  return { ...reply, data: reply.data.filter(isKnown) }
}

function isKnown(line: z.infer<typeof AnyLines>[number]): line is Notification {
  return KNOWN_KINDS.has(line.kind)
}
