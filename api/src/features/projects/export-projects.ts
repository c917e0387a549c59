import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { defineExportSection } from '../../privacy/exports/export-section.ts'

export const projectExport = [
  defineExportSection(
    'projects',
    [],
    (id) => sql`
      select post_id as key, json_build_object('post', post_id, 'state', state, 'topics', topics, 'replyDays', reply_days) as item
      from projects join posts on posts.id = post_id where author_id = ${id}`,
  ),
  defineExportSection(
    'teams',
    ['team_members.member_id'],
    (id) => sql`
      select post_id as key, json_build_object('post', json_build_object('_id', post_id, 'title', title), 'role', role_title,
        'isCoOwner', is_co_owner, 'joinedAt', ${isoTime(sql.ref('joined_at'))}, 'leftAt', ${isoTime(sql.ref('left_at'))}) as item
      from team_members left join posts on posts.id = post_id and hidden_at is null where member_id = ${id}`,
  ),
]
