import { sql } from 'kysely'
import { defineExportSection } from '../../privacy/exports/export-section.ts'

export const availabilityExport = [
  defineExportSection(
    'availability',
    ['availabilities.member_id'],
    (id) => sql`
      select member_id as key, json_build_object('hours', hours, 'zone', zone, 'rewards', rewards, 'topics', topics,
        'note', note, 'until', until) as item
      from availabilities where member_id = ${id}`,
  ),
]
