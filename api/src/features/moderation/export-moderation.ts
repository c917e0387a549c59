import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { defineExportSection, limitEnd } from '../../privacy/exports/export-section.ts'

/** What the member reported, and what was decided about them; who reported and decided is in neither. */
export const moderationExport = [
  defineExportSection(
    'reports',
    ['reports.reporter_id'],
    (id) => sql`
      select id as key, json_build_object('_id', id, 'reason', reason, 'note', note,
        'createdAt', ${isoTime(sql.ref('created_at'))}) as item
      from reports where reporter_id = ${id}`,
  ),
  defineExportSection(
    'decisions',
    ['cases.author_id'],
    (id) => sql`
      select id as key, json_build_object('_id', id, 'kind', decision, 'about', kind, 'rule', rule, 'text', cases.text,
        'until', ${limitEnd(sql.ref('until'))}, 'decidedAt', ${isoTime(sql.ref('cases.decided_at'))},
        'takenBackAt', ${isoTime(sql.ref('taken_back_at'))},
        'appeal', case when case_id is not null then json_build_object('text', appeals.text,
          'createdAt', ${isoTime(sql.ref('appeals.created_at'))}, 'outcome', outcome, 'answer', answer) end) as item
      from cases left join appeals on case_id = id
      where author_id = ${id} and decision is not null and decision <> 'keep'`,
  ),
]
