import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../testing/fixtures.ts'
import { createJoinRequestFixture, createRoleFixture } from '../../testing/join-request-fixtures.ts'
import { explainQuery, PLAN_MODES, vacuumTables } from '../../testing/query-plan.ts'
import { cloneDatabase, openTestDatabase } from '../../testing/test-database.ts'
import { answersStatement, selectAnswers } from './answers.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR_MS = 3_600_000

test('the answers of an owner are those before the date, of what was answered or came due', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const ada = await createMemberFixture(db, 'ada')
  const role = await createRoleFixture(db, await createPostFixture(db, ada))
  let count = 0
  const addRequest = async (changes: object, invitedBy?: string) => {
    const member = await createMemberFixture(db, `member${(count += 1)}`)
    const askedAt = new Date(START + count)
    const fields = invitedBy === undefined ? { askedAt } : { askedAt, invitedBy }
    const id = await createJoinRequestFixture(db, role, member, fields)
    await db.updateTable('join_requests').set(changes).where('id', '=', id).execute()
  }
  const answered = (hours: number) => new Date(START + count + 1 + hours * HOUR_MS).toISOString()

  await addRequest({ state: 'declined', reason: 'later', answered_at: answered(10) })
  await addRequest({ state: 'talking', answered_at: answered(30) })
  await addRequest({ state: 'ended', reason: 'quiet', answered_at: answered(50) })
  await addRequest({ state: 'ended', reason: 'no-answer' })
  // Not counted: open, withdrawn, declined with the last seat, taken down, invited.
  await addRequest({ state: 'waiting' })
  await addRequest({ state: 'withdrawn', answered_at: answered(1) })
  await addRequest({ state: 'declined', reason: 'filled' })
  await addRequest({ state: 'ended', reason: 'taken-down' })
  await addRequest({ state: 'accepted', answered_at: answered(1) }, ada)
  expect(await selectAnswers(db, ada)).toBeNull()

  // After its date, before the clock has ended it.
  await addRequest({ state: 'declined', reason: 'filled', answered_at: answered(7 * 24 + 0.01) })
  expect(await selectAnswers(db, ada)).toEqual({ answered: 3, of: 5, medianHours: 30 })

  for (let nth = 0; nth < 50; nth += 1) {
    await addRequest({ state: 'declined', reason: 'hours', answered_at: answered(1.5) })
  }
  expect(await selectAnswers(db, ada)).toEqual({ answered: 50, of: 50, medianHours: 2 })
})

test('the answers are counted in one range of their index, however many requests wait', async () => {
  await using database = await cloneDatabase()
  const { db } = database
  const ada = await createMemberFixture(db, 'ada')
  const role = await createRoleFixture(db, await createPostFixture(db, ada))
  await sql`insert into members (username) select 'member' || nth from generate_series(1, 3000) as nth`.execute(
    db,
  )
  await sql`
    insert into join_requests (role_id, role_title, post_title, member_id, owner_id, note, hours, due_at, next_at,
      temp_id, temp_digest, state, reason)
    select ${role}, '', '', id, ${ada}, repeat('word ', 5), 4, now(), now(), id, '',
      case when nth % 3 = 0 then 'ended' else 'waiting' end, case when nth % 3 = 0 then 'no-answer' end
    from (select id, row_number() over () as nth from members where id <> ${ada}) as asking`.execute(
    db,
  )
  await vacuumTables(db)
  for (const mode of PLAN_MODES) {
    const values = answersStatement.bindValues({ ownerId: ada })
    const nodes = await explainQuery(db, answersStatement.sql, values, mode)
    const scans = nodes.filter((node) => node['Relation Name'])
    expect(scans, mode).toHaveLength(1)
    expect(scans[0], mode).toMatchObject({ 'Index Name': 'join_requests_counted' })
    expect(scans[0]?.['Actual Rows'], mode).toBeLessThanOrEqual(50)
    expect(scans[0]?.['Rows Removed by Filter'] ?? 0, mode).toBe(0)
  }
}, 60_000)
