import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { countRowsRead, explainQuery, PLAN_MODES, vacuumTables } from '../../testing/query-plan.ts'
import { cloneDatabase } from '../../testing/test-database.ts'
import { visibilityStatement } from './picture-visibility.ts'

const PICTURES = 4_000

test('who may see a picture is read without reading all pictures and posts', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  await insertFixtures(db)
  for (const mode of PLAN_MODES) {
    const key = visibilityStatement.bindValues({ key: '7'.padStart(43, 'k') })
    const visibility = await explainQuery(db, visibilityStatement.sql, key, mode)
    for (const table of ['pictures', 'post_pictures', 'posts'])
      expect(countRowsRead(visibility, table), `${mode} ${table}`).toBeLessThan(3)
  }
}, 60_000)

/** A post for each picture. */
async function insertFixtures(db: Database): Promise<void> {
  await sql`insert into members (username) values ('ada')`.execute(db)
  await sql`
    insert into pictures (key, member_id, width, height)
    select lpad(n::text, 43, 'k'), id, 64, 40 from members, generate_series(1, ${PICTURES}) as n`.execute(
    db,
  )
  await sql`
    with added as (
      insert into posts (author_id, type, title, body)
      select id, 'showcase', 'Tide', 'A clock' from members, generate_series(1, ${PICTURES}) returning id)
    insert into post_pictures (post_id, picture_key)
    select id, lpad((row_number() over ())::text, 43, 'k') from added`.execute(db)
  await vacuumTables(db)
}
