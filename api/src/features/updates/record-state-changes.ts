import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { EventOf } from '../../platform/events/catalog.ts'
import { insertEventsFrom } from '../../platform/events/insert-event.ts'

/**
 * Writes the line of a project's new state, of which followers are notified as of a written update. A state that was changed back
 * before the event was delivered is no news, and neither is one that an event before has written: the lock on the project
 * keeps two workers from writing the same.
 */
export async function recordStateChanges(
  tx: Queryable,
  events: EventOf<'project.state-changed'>[],
): Promise<void> {
  // The last change of a post says who made it.
  const changes = [...new Map(events.map((event) => [event.subjectId, event])).values()]
  const postIds = changes.map(({ subjectId }) => subjectId)
  const actorIds = changes.map(({ actorId }) => actorId)
  await sql`
    select from projects where post_id = any (${postIds}) order by post_id for no key update
  `.execute(tx)
  await sql`
    with written as (
      insert into updates (post_id, author_id, body, state)
      select projects.post_id, members.id, '', projects.state
      from unnest(${postIds}::uuid[], ${actorIds}::uuid[]) as change (post_id, actor_id)
      join projects on projects.post_id = change.post_id
      left join members on members.id = change.actor_id
      where projects.state is not null and projects.state is distinct from (
        select state from updates where updates.post_id = projects.post_id and state is not null
        order by id desc limit 1)
      returning id, author_id)
    ${insertEventsFrom('update.posted', {
      from: sql`written`,
      subjectId: sql`id`,
      actorId: sql`author_id`,
      data: {},
    })}
  `.execute(tx)
}
