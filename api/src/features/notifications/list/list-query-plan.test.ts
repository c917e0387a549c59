import { PAGE_SIZE } from '@dolph/contract/paging'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { explainQuery, PLAN_MODES, vacuumTables } from '../../../testing/query-plan.ts'
import { cloneDatabase } from '../../../testing/test-database.ts'
import { LIST_START, prepareList } from './queries.ts'

const LINES = 400
const LINES_MAX = 500

test('the list reads one partition, a page of lines by index, and for each what it is about', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  const ada = await createMemberFixture(db, 'ada')
  const post = await createPostFixture(db, ada)
  await sql`insert into members (username) select 'member' || n from generate_series(1, 2000) as n`.execute(
    db,
  )
  await sql`
    insert into comments (post_id, author_id, content)
    select ${post}, id, 'Hello' from members where username like 'member%'`.execute(db)
  // All members have lines, so that a scan would show.
  await sql`
    insert into notifications (member_id, kind, target_id, comment_id, actors, at, read_at)
    select members.id, 'comment', ${post}, comment.id, array[comment.author_id],
      now() - make_interval(mins => n), case when n > 0 then now() end
    from members, generate_series(0, 3) as n,
      lateral (select id, author_id from comments where author_id <> members.id limit 1) as comment`.execute(
    db,
  )
  await sql`
    insert into notifications (member_id, kind, target_id, comment_id, actors, at, read_at)
    select ${ada}, 'comment', ${post}, comment_id, actors, now() - make_interval(hours => n::integer), now()
    from (select comment_id, actors, row_number() over () as n from notifications limit ${LINES}) as copied`.execute(
    db,
  )
  await vacuumTables(db)
  const statement = prepareList(PAGE_SIZE + 1)
  const values = statement.bindValues({
    memberId: ada,
    beforeAt: LIST_START.at,
    beforeId: LIST_START.id,
  })

  for (const mode of PLAN_MODES) {
    const nodes = await explainQuery(db, statement.sql, values, mode)
    const scans = nodes.filter((node) => node['Actual Loops'] > 0 && node['Relation Name'])
    const partitions = scans
      .map((node) => node['Relation Name'] ?? '')
      .filter((name) => name.startsWith('notifications'))
    expect(new Set(partitions).size, mode).toBe(1)
    for (const scan of scans) {
      const isOfLines = scan['Relation Name']?.startsWith('notifications') === true
      // A generic plan may sort the lines of a member, of whom most have few; nobody has more than 500.
      const rowsMax = isOfLines ? LINES_MAX : PAGE_SIZE + 1
      expect(scan['Actual Rows'] * scan['Actual Loops'], mode).toBeLessThanOrEqual(rowsMax)
      expect(scan['Rows Removed by Filter'] ?? 0, mode).toBe(0)
    }
    const tables = ['members', 'posts', 'comments']
    const wholeScans = scans.filter(
      (node) => node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? ''),
    )
    // A table of one row is scanned rather than searched.
    expect(
      wholeScans.filter((node) => node['Relation Name'] !== 'posts'),
      mode,
    ).toEqual([])
  }
}, 60_000)
