import { DEFAULT_CHANNELS } from '@dolph/contract/notifications/notifications'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Subscription } from './unsubscribe-token.ts'

/** Switches the mails of a kind on or off, storing only what differs from the defaults; false if the member has left. */
export async function setMailSubscription(
  db: Queryable,
  { memberId, kind }: Subscription,
  isSubscribed: boolean,
): Promise<boolean> {
  const mail = JSON.stringify({ mail: isSubscribed })
  const defaults = JSON.stringify(DEFAULT_CHANNELS[kind])
  const isDefault = DEFAULT_CHANNELS[kind].mail === isSubscribed
  const inserted = isDefault ? {} : { [kind]: { ...DEFAULT_CHANNELS[kind], mail: isSubscribed } }
  const { rows } = await sql`
    insert into notification_settings as stored (member_id, kinds)
    select id, ${JSON.stringify(inserted)}::jsonb from members where id = ${memberId} and deleted_at is null
    on conflict (member_id) do update
    set kinds = (
      select case when channels = ${defaults}::jsonb then stored.kinds - ${kind}::text
        else stored.kinds || jsonb_build_object(${kind}::text, channels) end
      from (select coalesce(stored.kinds -> ${kind}::text, ${defaults}::jsonb) || ${mail}::jsonb as channels) as changed)
    returning member_id
  `.execute(db)
  return rows.length > 0
}
