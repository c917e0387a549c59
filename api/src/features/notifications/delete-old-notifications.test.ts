import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { openTestDatabase } from '../../testing/test-database.ts'
import { deleteOldNotifications } from './delete-old-notifications.ts'

test('read lines go after 30 days and all others after 90, with the comments that they count', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  for (const name of ['ada', 'bob', 'carla']) {
    const memberId = await createMemberFixture(db, name)
    await sql`
      insert into notifications (member_id, kind, target_id, at, read_at)
      select ${memberId}, 'comment', gen_random_uuid(), now() - make_interval(days => age),
        now() - make_interval(days => read)
      from (values (29, 29), (40, 29), (40, 31), (89, null), (91, null), (91, 1)) as line (age, read)`.execute(
      db,
    )
  }
  await sql`insert into notification_comments (comment_id, member_id, notification_id)
    select gen_random_uuid(), member_id, id from notifications`.execute(db)

  await deleteOldNotifications(db, 4)

  const { rows } = await sql<{ age: number; read: number | null }>`
    select extract(day from now() - at)::integer as age, extract(day from now() - read_at)::integer as read
    from notifications group by 1, 2 having count(*) = 3 order by 1, 2`.execute(db)
  expect(rows.map(({ age, read }) => [age, read])).toEqual([
    [29, 29],
    [40, 29],
    [89, null],
  ])
  const left = await sql`
    select from notification_comments as counted
    join notifications as line on line.member_id = counted.member_id and line.id = counted.notification_id`.execute(
    db,
  )
  expect(left.rows).toHaveLength(9)
  const all = await db.selectFrom('notification_comments').select('comment_id').execute()
  expect(all).toHaveLength(9)
})
