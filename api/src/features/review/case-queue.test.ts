import type { CaseState } from '@dolph/contract/review/review'
import { listCases } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createJoinRequestFixture, createRoleFixture } from '../../testing/fixtures.ts'
import { startReviewApp, type ReviewApp } from '../../testing/start-review-app.ts'

/** Before all others. */
const FIRST_ID = '01890000-0000-7000-8000-000000000000'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp()
  return () => api[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await api.db.deleteFrom('cases').execute()
})

test('open cases come with the greatest weight first, then the oldest', async () => {
  await insertCases(50, 'open')
  const expected = await sortCases('-weight, id')
  expect(await readQueue('open')).toEqual(expected)
})

test('objections come with the oldest first', async () => {
  await insertCases(30, 'appealed')
  await insertCases(5, 'open')
  expect(await readQueue('appealed')).toEqual(await sortCases('appealed_at, id', 'appealed'))
})

test('decided cases come with the newest first', async () => {
  await insertCases(30, 'decided')
  expect(await readQueue('decided')).toEqual(await sortCases('decided_at desc, id desc'))
})

test('the queue tells since when the oldest open case waits', async () => {
  const empty = await api.mia.call(listCases, { querystring: {} })
  expect(empty).toMatchObject({ data: [], nextCursor: null, oldestOpenAt: null })
  await insertCases(3, 'open')
  const { data, oldestOpenAt } = await api.mia.call(listCases, { querystring: {} })
  expect(oldestOpenAt).toBe(data.map(({ openedAt }) => openedAt).toSorted()[0])
  const decided = await api.mia.call(listCases, { querystring: { state: 'decided' } })
  expect(decided).toMatchObject({ data: [], oldestOpenAt })
})

test('the queue tells since when the oldest request to join waits for an answer', async () => {
  const { db, ada, bob, carla, mia } = api
  const roleId = await createRoleFixture(db, api.post.id)
  const asked = await createJoinRequestFixture(db, { roleId, memberId: bob.id })
  await createJoinRequestFixture(db, { roleId, memberId: carla.id })
  const invited = { roleId, memberId: ada.id }
  await createJoinRequestFixture(db, invited, { id: FIRST_ID, from_owner: true })
  const readOldest = async () =>
    (await mia.call(listCases, { querystring: {} })).oldestWaitingRequestAt
  expect(await readOldest()).toBe(await readTime(asked))
  await sql`update join_requests set state = 'declined'`.execute(db)
  expect(await readOldest()).toBeNull()

  async function readTime(id: string) {
    const { rows } = await sql<{ at: string }>`select uuid_v7_time(${id}::uuid) as at`.execute(db)
    return rows[0]?.at
  }
})

test('the reason of a case is the one that most reports give', async () => {
  await api.bob.report(api.post, { reason: 'spam' })
  await api.carla.report(api.post, { reason: 'scam' })
  await api.max.report(api.post, { reason: 'scam' })
  const { data } = await api.mia.call(listCases, { querystring: {} })
  expect(data).toMatchObject([{ reason: 'scam', reportCount: 3, author: { userName: 'ada' } }])
})

async function insertCases(count: number, state: CaseState): Promise<void> {
  await sql`
    insert into cases (kind, subject_id, author_id, weight, report_count, state, decision, decided_at, appealed_at, rule, text)
    select 'post', gen_random_uuid(), ${api.ada.id}, floor(random() * 4), 1, ${state}, d.decision, d.at, d.at, 'spam', 'An ad'
    from generate_series(1, ${count}) as number
    cross join lateral (
      select case when ${state} <> 'open' then 'hide' end as decision,
        case when ${state} <> 'open' then now() - floor(random() * 5) * interval '1 hour' + number * interval '0' end as at) as d
  `.execute(api.db)
}

async function sortCases(order: string, state?: CaseState): Promise<string[]> {
  const cases = api.db
    .selectFrom('cases')
    .select('id')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
    .orderBy(sql.raw(order))
  return (await cases.execute()).map(({ id }) => id)
}

/** Reads the whole queue in pages of seven. */
async function readQueue(state: CaseState): Promise<string[]> {
  const ids = []
  let cursor: string | null | undefined
  do {
    const querystring = { state, limit: '7', ...(cursor && { cursor }) }
    const page = await api.mia.call(listCases, { querystring })
    ids.push(...page.data.map(({ _id }) => _id))
    cursor = page.nextCursor
  } while (cursor)
  return ids
}
