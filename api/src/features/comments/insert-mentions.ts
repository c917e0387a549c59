import { sql, type RawBuilder } from 'kysely'
import { insertEventsFrom } from '../../events/insert-event.ts'

/**
 * CTEs of a statement that writes the row `comment`: its mentions, and an event with those who are new. The statement itself does
 * not see the rows, so that its reply gets them from the caller.
 */
export function insertMentions(mentionedIds: string[]): RawBuilder<unknown> {
  return sql`
    mentioned as (
      insert into mentions (comment_id, member_id)
      select comment.id, members.id from comment join members on members.id = any (${mentionedIds}::uuid[])
      on conflict do nothing
      returning comment_id, member_id),
    mention_events as (${insertEventsFrom('comment.mentioned', {
      from: sql`(select comment_id, array_agg(member_id) as member_ids from mentioned group by comment_id) as told
        join comment on comment.id = told.comment_id`,
      subjectId: sql`comment.id`,
      actorId: sql`comment.author_id`,
      data: { memberIds: sql`member_ids` },
    })})`
}
