import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendPresentFields } from '../../platform/db/json-text.ts'
import {
  defineExportSection,
  defineNestedExportSection,
} from '../../privacy/exports/export-section.ts'

export const commentExport = [
  defineExportSection(
    'comments',
    ['comments.author_id'],
    (id) => sql`
      select id as key, json_build_object('_id', id, 'post', post_id, 'parent', parent_id, 'content', content,
        'createdAt', ${isoTime(sql.ref('created_at'))}, 'editedAt', ${isoTime(sql.ref('edited_at'))},
        'isHidden', hidden_at is not null) as item
      from comments where author_id = ${id} and deleted_at is null`,
  ),
  // What others wrote to the member, without what a moderator hid.
  defineNestedExportSection('threads', [], {
    selectParents: (id) => sql`select id as parent_id from posts where author_id = ${id}`,
    selectRows: (id) => sql`
        select coalesce(root_id, comments.id) as first, comments.id as second, ${appendPresentFields(
          sql`json_build_object('_id', comments.id, 'post', post_id, 'parent', parent_id, 'userName', username,
            'content', case when comments.hidden_at is null or comments.author_id = ${id} then content else '' end,
            'isDeleted', comments.deleted_at is not null, 'createdAt', ${isoTime(sql.ref('comments.created_at'))},
            'editedAt', ${isoTime(sql.ref('edited_at'))})`,
          { withheld: sql`case when comments.hidden_at is not null then 'hidden' end` },
        )}::json as item
        from comments left join members on members.id = comments.author_id and members.deleted_at is null
        where post_id = parents.parent_id`,
  }),
]
