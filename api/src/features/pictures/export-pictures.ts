import { PICTURE_SIZES } from '@dolph/contract/pictures/pictures'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../platform/db/iso-time.ts'
import { defineExportSection } from '../../privacy/exports/export-section.ts'
import { PICTURE_FOLDERS } from './picture-folders.ts'

/** The name in storage of the large file of `picture`, a row of a table of pictures. */
export function largeFileName(folder: string): RawBuilder<string> {
  return sql`concat(${sql.lit(folder)}::text, picture.key, '/', coalesce(picture.width || 'x' || picture.height,
    ${sql.lit(String(PICTURE_SIZES.large))}), '.webp')`
}

/** A uuid for each key of a picture, by which rows can be ordered. */
export const pictureKeyId: RawBuilder<string> = sql`
  encode(substring(sha256(picture.key::bytea) for 16), 'hex')::uuid`

const fileName = largeFileName(PICTURE_FOLDERS.public)

export const pictureExport = [
  defineExportSection(
    'pictures',
    ['pictures.member_id'],
    (id) => sql`
      select ${pictureKeyId} as key, array[${fileName}] as files,
        json_build_object('file', ${fileName}, 'uploadedAt', ${isoTime(sql.ref('uploaded_at'))}) as item
      from pictures as picture where member_id = ${id} and stored_at is not null`,
  ),
]
