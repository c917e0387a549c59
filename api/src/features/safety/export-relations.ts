import { sql } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { defineExportSection, type ExportSection } from '../../privacy/exports/export-section.ts'

/** Whom the member blocked and muted; who did it to the member is the secret of the others. */
export const relationExport: ExportSection[] = (['blocks', 'mutes'] as const).map((table) =>
  defineExportSection(
    table,
    [`${table}.member_id`],
    (id) => sql`
      select other_id as key, json_build_object('userName', username,
        'createdAt', ${isoTime(sql.ref(`${table}.created_at`))}) as item
      from ${sql.table(table)} join members on members.id = other_id where member_id = ${id}`,
  ),
)
