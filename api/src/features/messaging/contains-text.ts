import { sql, type RawBuilder } from 'kysely'

/** Whether the content of a row of messages contains a text, ignoring case. The URLs of pictures do not count: no reader sees them. */
export function containsText(text: string): RawBuilder<boolean> {
  return sql`position(lower(${text}) in lower(
    case when is_markdown then regexp_replace(content, '\\(/api/messages/pictures/[^)]*\\)', '', 'g') else content end)) > 0`
}
