import {
  DEFAULT_CHANNELS,
  type changeNotificationSettings,
  type Channels,
  type NotificationSettings,
  type SettingKind,
} from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queryable } from '../../platform/db/database.ts'

type Change = z.output<typeof changeNotificationSettings.schema.body>['kinds']

export async function selectSettings(
  db: Queryable,
  memberId: string,
): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select('kinds')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return completeSettings(row?.kinds)
}

/** Stores only what differs from the defaults, so that a changed default applies to all who left it. */
export async function updateSettings(
  db: Queryable,
  memberId: string,
  change: Change,
): Promise<NotificationSettings> {
  const changed = Object.entries(change).map(
    ([kind, channels]) => [kind as SettingKind, normalizeChannels(kind, channels)] as const,
  )
  const stored = Object.fromEntries(changed.filter(([kind, each]) => !isDefault(kind, each)))
  const defaultKinds = changed.filter(([kind, each]) => isDefault(kind, each)).map(([kind]) => kind)
  const { rows } = await sql<{ kinds: unknown }>`
    insert into notification_settings as settings (member_id, kinds)
    values (${memberId}, ${JSON.stringify(stored)}::jsonb)
    on conflict (member_id) do update set kinds = settings.kinds - ${defaultKinds}::text[] || excluded.kinds
    returning kinds
  `.execute(db)
  return completeSettings(rows[0]?.kinds)
}

function completeSettings(stored: unknown): NotificationSettings {
  const differences = (stored ?? {}) as Partial<Record<SettingKind, Channels>>
  return { kinds: { ...DEFAULT_CHANNELS, ...differences } }
}

/** Messages have their own badge, which cannot be switched off. */
function normalizeChannels(kind: string, { app, mail }: Channels): Channels {
  return { app: kind === 'messages' || app, mail }
}

function isDefault(kind: SettingKind, { app, mail }: Channels): boolean {
  return app === DEFAULT_CHANNELS[kind].app && mail === DEFAULT_CHANNELS[kind].mail
}
