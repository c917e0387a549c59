import { listNotifications, Notification, NotificationKind } from '@dolph/contract/notifications'
import { z } from 'zod/mini'

const { schema } = listNotifications
const KNOWN_KINDS: ReadonlySet<string> = new Set(NotificationKind.options)
const AnyLine = z.looseObject({ kind: z.string() })
const KnownLines = z.pipe(
  z.pipe(
    z.array(AnyLine),
    z.transform((lines) => lines.filter(({ kind }) => KNOWN_KINDS.has(kind))),
  ),
  z.array(Notification),
)

/** Leaves out lines of kinds that only a newer server knows: a tab may have been open since before its release. */
export const listKnownNotifications = {
  ...listNotifications,
  schema: { ...schema, response: { 200: z.extend(schema.response[200], { data: KnownLines }) } },
}
