import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { defineExportSection } from '../../privacy/exports/export-section.ts'

export const notificationExport = [
  defineExportSection(
    'settings',
    ['notification_settings.member_id'],
    (id) => sql`
      select member_id as key, json_build_object('kinds', kinds) as item
      from notification_settings where member_id = ${id}`,
  ),
  defineExportSection(
    'mutedPosts',
    ['post_mutes.member_id'],
    (id) => sql`
      select post_id as key, json_build_object('post', post_id) as item from post_mutes where member_id = ${id}`,
  ),
  defineExportSection(
    'notifications',
    ['notifications.member_id'],
    (id) => sql`
      select id as key, json_build_object('_id', id, 'kind', kind, 'count', count, 'at', ${isoTime(sql.ref('at'))},
        'readAt', ${isoTime(sql.ref('read_at'))}) as item
      from notifications where member_id = ${id}`,
  ),
]
