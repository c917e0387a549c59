import { sql } from 'kysely'
import { defineExportSection } from '../../privacy/exports/export-section.ts'

export const profileExport = [
  defineExportSection(
    'profile',
    ['profiles.member_id'],
    (id) => sql`
      select member_id as key, json_build_object('bio', bio, 'skills', skills, 'github', github, 'linkedin', linkedin,
        'website', website, 'location', location, 'socialLinks', social_links::json) as item
      from profiles where member_id = ${id}`,
  ),
]
