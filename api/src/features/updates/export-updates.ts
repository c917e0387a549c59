import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { defineExportSection } from '../../privacy/exports/export-section.ts'

export const updateExport = [
  defineExportSection(
    'updates',
    ['updates.author_id'],
    (id) => sql`
      select updates.id as key, json_build_object('_id', updates.id, 'post', post_id, 'postTitle', posts.title, 'body', updates.body,
        'state', state, 'createdAt', ${isoTime(sql.ref('updates.created_at'))}, 'editedAt', ${isoTime(sql.ref('edited_at'))}) as item
      from updates left join posts on posts.id = post_id and (hidden_at is null or posts.author_id = ${id})
      where updates.author_id = ${id}`,
  ),
]
