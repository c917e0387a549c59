import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { defineExportSection } from '../../privacy/exports/export-section.ts'

export const roleExport = [
  defineExportSection(
    'roles',
    [],
    (id) => sql`
      select roles.id as key, json_build_object('_id', roles.id, 'post', post_id, 'title', roles.title, 'about', about,
        'skills', skills, 'mustSkills', must_skills, 'hours', json_build_object('from', hours_from, 'to', hours_to), 'term', term,
        'zone', zone, 'zoneSpread', zone_spread, 'reward', reward, 'rewardNote', reward_note, 'seats', seats, 'state', state,
        'createdAt', ${isoTime(sql.ref('roles.created_at'))}) as item
      from posts join roles on roles.post_id = posts.id where author_id = ${id}`,
  ),
]
