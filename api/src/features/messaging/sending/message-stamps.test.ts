import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture } from '../../../testing/fixtures.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'

const ROUNDS = 60

test('a message is never later than its stamp, however long a busy server takes to read the clock', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  const [ada, bob] = [await createMemberFixture(db, 'ada'), await createMemberFixture(db, 'bob')]
  await slowDownClock(db)

  for (let round = 0; round < ROUNDS; round += 1) {
    // As receipts do: the stamps are ahead of the clock by some milliseconds.
    await sql`
      update conversations set last_stamp = greatest(
        last_stamp, clock_timestamp() + ${round % 12} * interval '1 millisecond')
    `.execute(db)
    await sql`
      select insert_message(${ada}, ${bob}, 'x', null, true) from generate_series(1, 4)
    `.execute(db)
  }

  const { rows } = await sql<{ stored: number; tooLate: number }>`
    select count(*) as stored, count(*) filter (where uuid_v7_time(id) > changed_at) as "tooLate" from messages
  `.execute(db)
  expect(rows).toEqual([{ stored: 4 * ROUNDS, tooLate: 0 }])
})

async function slowDownClock(db: Database): Promise<void> {
  await sql`
    create or replace function next_stamp(last timestamptz) returns timestamptz language plpgsql volatile as $$
    begin
      perform pg_sleep(0.002);
      return greatest(date_trunc('milliseconds', clock_timestamp()), last + interval '1 millisecond');
    end
    $$
  `.execute(db)
}
