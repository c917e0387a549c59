import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { appendPresentFields } from '../../platform/db/json-text.ts'
import { defineExportSection } from '../../privacy/exports/export-section.ts'

export const postExport = [
  defineExportSection(
    'posts',
    ['posts.author_id'],
    (id) => sql`
      select id as key, ${appendPresentFields(
        sql`json_build_object('_id', id, 'title', title, 'type', type, 'body', body, 'github', github, 'demo', demo,
          'projectUrl', project_url, 'coverAlt', cover_alt, 'createdAt', ${isoTime(sql.ref('created_at'))})`,
        { hiddenAt: isoTime(sql.ref('hidden_at')) },
      )}::json as item
      from posts where author_id = ${id}`,
  ),
  defineExportSection(
    'likes',
    ['post_likes.member_id'],
    (id) => sql`
      select post_id as key, json_build_object('post', post_id, 'likedAt', ${isoTime(sql.ref('liked_at'))}) as item
      from post_likes where member_id = ${id}`,
  ),
  defineExportSection(
    'follows',
    ['follows.member_id'],
    (id) => sql`
      select post_id as key, json_build_object('post', post_id,
        'follow', case when with_updates then 'following' else 'saved' end,
        'followedAt', ${isoTime(sql.ref('followed_at'))}) as item
      from follows where member_id = ${id}`,
  ),
]
