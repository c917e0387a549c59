import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/test-database.ts'
import { deleteInBatches } from './delete-in-batches.ts'

test('rows that match are deleted, a batch in each statement; the others stay', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await sql`
    insert into retired_usernames (digest, until)
    select sha256(n::text::bytea), now() + make_interval(days => case when n <= 25 then -1 else 1 end)
    from generate_series(1, 30) as n
  `.execute(db)
  await sql`create table batches (size integer)`.execute(db)
  await sql`
    create function count_batch() returns trigger language plpgsql as $$
    begin insert into batches select count(*) from gone; return null; end $$
  `.execute(db)
  await sql`
    create trigger count_batch after delete on retired_usernames referencing old table as gone
    for each statement execute function count_batch()
  `.execute(db)

  await deleteInBatches(db, 'retired_usernames', sql`until < now()`, 10)

  const { rows } = await sql<{ size: number }>`select size from batches`.execute(db)
  expect(rows.map(({ size }) => size)).toEqual([10, 10, 5])
  const left = await db.selectFrom('retired_usernames').select('until').execute()
  expect(left).toHaveLength(5)
})
