import {
  changeNotificationSettings,
  Channels,
  readNotificationSettings,
  SettingKind,
} from '@dolph/contract/notifications/notifications'
import { successReply } from '@dolph/contract/primitives'
import { z } from 'zod/mini'

/** A newer server may have more kinds than a tab that has been open since before its release. */
const response = {
  200: successReply({ data: z.object({ kinds: z.looseRecord(SettingKind, Channels) }) }),
}

export const readKnownSettings = {
  ...readNotificationSettings,
  schema: { ...readNotificationSettings.schema, response },
}

export const changeKnownSettings = {
  ...changeNotificationSettings,
  schema: { ...changeNotificationSettings.schema, response },
}
