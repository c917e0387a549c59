import { sql, type RawBuilder } from 'kysely'
import { insertEventsFrom } from '../../platform/events/insert-event.ts'
import type { MentioningText } from './mentioning-text.ts'

/**
 * CTEs of a statement that writes the row `text`: its mentions, and an event with those who are new. The statement itself does
 * not see the rows, so that its reply gets them from the caller.
 */
export function insertMentions(
  { table, key, event }: MentioningText,
  text: RawBuilder<unknown>,
  mentionedIds: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const textId = sql.ref(key)
  return sql`
    mentioned as (
      insert into ${sql.table(table)} (${textId}, member_id)
      select ${text}.id, members.id from ${text} join members on members.id = any (${mentionedIds}::uuid[])
      on conflict do nothing
      returning ${textId} as text_id, member_id),
    mention_events as (${insertEventsFrom(event, {
      from: sql`(select text_id, array_agg(member_id) as member_ids from mentioned group by text_id) as grouped
        join ${text} on ${text}.id = grouped.text_id`,
      subjectId: sql`${text}.id`,
      actorId: sql`${text}.author_id`,
      data: { memberIds: sql`member_ids` },
    })})`
}
