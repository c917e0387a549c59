import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { defineExportSection } from '../../privacy/exports/export-section.ts'

export const joinRequestExport = [
  defineExportSection(
    'joinRequests',
    ['join_requests.member_id', 'join_requests.owner_id', 'join_requests.sender_id'],
    (id) => sql`
      select request.id as key, json_build_object('_id', request.id,
        'role', json_build_object('_id', role_id, 'title', role_title),
        'post', json_build_object('_id', post_id, 'title', post_title),
        'person', case when person.id is not null then json_build_object('userName', person.username) end,
        'owner', case when owner.id is not null then json_build_object('userName', owner.username) end,
        'fromOwner', from_owner, 'isSender', coalesce(sender_id = ${id}, false),
        'note', case when sender_id = ${id} or hidden_at is null then note else '' end,
        'hours', hours, 'state', state, 'reason', reason, 'answer', answer,
        'createdAt', ${isoTime(sql.ref('request.created_at'))}, 'endedAt', ${isoTime(sql.ref('ended_at'))}) as item
      from join_requests as request
        left join members as person on person.id = member_id and person.deleted_at is null
        left join members as owner on owner.id = owner_id and owner.deleted_at is null
      where member_id = ${id} or owner_id = ${id} or sender_id = ${id}`,
  ),
]
