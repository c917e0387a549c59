import { listAuditLog } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createMemberFixture } from '../../testing/fixtures.ts'
import { startReviewApp, type ReviewApp } from '../../testing/start-review-app.ts'
import { insertAuditEntry } from './audit-log.ts'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp()
  return () => api[Symbol.asyncDispose]()
})

test('an entry can neither be changed nor deleted', async () => {
  await addEntry(api.mia.id, api.ada.id)
  const refusals = [
    sql`update audit_log set action = 'nothing'`,
    sql`update audit_log set actor_id = null`,
    sql`update audit_log set member_id = null`,
    sql`update audit_log set actor_id = ${api.max.id}`,
    sql`update audit_log set details = '{}'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]
  for (const statement of refusals)
    await expect(statement.execute(api.db)).rejects.toThrow('append-only')
})

test('only the ids of a deleted member leave it', async () => {
  const leaving = await createMemberFixture(api.db, 'leaving')
  await addEntry(leaving, api.ada.id)
  await addEntry(api.mia.id, leaving)
  await api.db.deleteFrom('members').where('id', '=', leaving).execute()
  const entries = await api.db
    .selectFrom('audit_log')
    .select(['actor_id', 'member_id'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(entries).toEqual([
    { actor_id: api.mia.id, member_id: null },
    { actor_id: null, member_id: api.ada.id },
  ])
})

test('an admin reads it page by page, also by actor, case and member', async () => {
  const root = await api.signInStaff('root', 'admin')
  await sql`delete from staff where member_id = ${api.max.id}`.execute(api.db)
  for (let index = 0; index < 5; index += 1)
    await addEntry(api.max.id, api.carla.id, `case:${index}`)
  const list = async (querystring: Record<string, string>) =>
    root.call(listAuditLog, { querystring })

  const listed = []
  let cursor: string | null | undefined
  do {
    const page = await list({ actor: api.max.id, limit: '2', ...(cursor && { cursor }) })
    listed.push(...page.data.map(({ subject }) => subject))
    cursor = page.nextCursor
  } while (cursor)
  expect(listed).toEqual(['case:4', 'case:3', 'case:2', 'case:1', 'case:0'])
  expect((await list({ subject: 'case:3' })).data).toHaveLength(1)
  const { data } = await list({ subject: `member:${api.carla.id}` })
  expect(data).toHaveLength(5)
  expect(data[0]).toMatchObject({ actor: { userName: 'max' }, member: { userName: 'carla' } })
  const refused = await root.send(listAuditLog, { querystring: { subject: 'member:7' } })
  expect(refused.json()).toMatchObject({ code: 'invalid-input' })
})

async function addEntry(actorId: string, memberId: string, subject = 'case:7'): Promise<void> {
  await insertAuditEntry(api.db, {
    actorId,
    memberId,
    action: 'case.decided',
    details: { decision: 'hide' },
    subject: subject as `case:${string}`,
  })
}
