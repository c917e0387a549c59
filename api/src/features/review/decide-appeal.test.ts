import {
  appealDecision,
  listOwnDecisions,
  listOwnReports,
} from '@dolph/contract/moderation/moderation'
import { browsePosts, readPost } from '@dolph/contract/posts/posts'
import { decideAppeal, listCases, readCase } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostFixture } from '../../testing/fixtures.ts'
import {
  startReviewApp,
  type ReviewApp,
  type ReviewMember,
} from '../../testing/start-review-app.ts'

const OBJECTION = 'It is my own project, not an ad.'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp()
  return () => api[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await api.db.deleteFrom('cases').execute()
})

test('from report to decision, objection and back', async () => {
  const { subject, caseId } = await hideNewPost()
  expect((await api.carla.send(readPost, { params: { id: subject.id } })).statusCode).toBe(404)
  expect(await isListed(subject.id)).toBe(false)

  const { data: appealed } = await api.ada.call(appealDecision, {
    params: { id: caseId },
    body: { text: OBJECTION },
  })
  expect(appealed).toMatchObject({
    canAppeal: false,
    appeal: { text: OBJECTION, outcome: null },
  })
  const { data: queue } = await api.max.call(listCases, { querystring: { state: 'appealed' } })
  expect(queue.map(({ _id }) => _id)).toEqual([caseId])

  const reply = await answer(api.max, caseId, 'taken-back')
  expect(reply.json()).toMatchObject({
    data: { state: 'decided', context: { isHidden: false }, appeal: { outcome: 'taken-back' } },
  })
  expect((await api.carla.send(readPost, { params: { id: subject.id } })).statusCode).toBe(200)
  expect(await isListed(subject.id)).toBe(true)
  const { data: decisions } = await api.ada.call(listOwnDecisions, { querystring: {} })
  expect(decisions).toMatchObject([
    { appeal: { outcome: 'taken-back', answer: 'We looked again.' }, canAppeal: false },
  ])
  const { data: reports } = await api.bob.call(listOwnReports, { querystring: {} })
  expect(reports).toMatchObject([{ outcome: 'kept' }])
  const actions = await api.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', `case:${caseId}`)
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['case.decided', 'appeal.decided'])
  const events =
    await sql`select from events where kind = 'appeal.decided' and subject_id = ${caseId}`.execute(
      api.db,
    )
  expect(events.rows).toHaveLength(1)
})

test('a decision that stands keeps the post hidden', async () => {
  const { subject, caseId } = await hideNewPost()
  await appeal(caseId)
  await answer(api.max, caseId, 'stands')
  expect((await api.carla.send(readPost, { params: { id: subject.id } })).statusCode).toBe(404)
  const { data } = await api.max.call(readCase, { params: { id: caseId } })
  expect(data).toMatchObject({ state: 'decided', appeal: { outcome: 'stands' } })
})

describe('an objection', () => {
  test('is possible once, also when it is sent ten times at once', async () => {
    const { caseId } = await hideNewPost()
    const replies = await Promise.all(Array.from({ length: 10 }, () => appeal(caseId)))
    const statuses = listStatuses(replies)
    expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })

  test('is possible for 30 days', async () => {
    const { caseId } = await hideNewPost()
    await sql`update cases set decided_at = now() - interval '30 days 1 minute'`.execute(api.db)
    expect((await appeal(caseId)).statusCode).toBe(409)
    const { data } = await api.ada.call(listOwnDecisions, { querystring: {} })
    expect(data).toMatchObject([{ canAppeal: false, appeal: null }])
    await sql`update cases set decided_at = now() - interval '29 days'`.execute(api.db)
    expect((await appeal(caseId)).statusCode).toBe(201)
  })

  test('is not possible for others, nor to what was kept', async () => {
    const { caseId } = await hideNewPost()
    expect((await appeal(caseId, api.bob)).statusCode).toBe(404)
    const kept = await decideNewPost({ kind: 'keep' })
    expect((await appeal(kept.caseId)).statusCode).toBe(404)
  })

  test('is possible while suspended', async () => {
    const { caseId } = await decideNewPost({ kind: 'suspend' })
    expect((await appeal(caseId)).statusCode).toBe(201)
    expect((await answer(api.max, caseId, 'taken-back')).statusCode).toBe(200)
    expect(await readRestrictions()).toEqual({ suspended: null, posting: null })
  })

  test('is not decided by who decided, where there is another moderator', async () => {
    const { caseId } = await hideNewPost()
    await appeal(caseId)
    const { data } = await api.mia.call(readCase, { params: { id: caseId } })
    expect(data.cannotDecide).toContain('your decision')
    expect((await answer(api.mia, caseId, 'stands')).statusCode).toBe(403)
    await api.db.deleteFrom('staff').where('member_id', '=', api.max.id).execute()
    expect((await answer(api.mia, caseId, 'stands')).statusCode).toBe(200)
    await api.db.insertInto('staff').values({ member_id: api.max.id, role: 'moderator' }).execute()
  })

  test('is decided once; without one there is nothing to decide', async () => {
    const { caseId } = await hideNewPost()
    expect((await answer(api.max, caseId, 'taken-back')).statusCode).toBe(409)
    await appeal(caseId)
    const replies = await Promise.all([
      answer(api.max, caseId, 'stands'),
      answer(api.max, caseId, 'taken-back'),
    ])
    expect(listStatuses(replies)).toEqual([200, 409])
    const missing = await answer(api.max, '01890000-0000-7000-8000-000000000000', 'stands')
    expect(missing.statusCode).toBe(404)
  })
})

test('taking a limit back leaves what other decisions close', async () => {
  const first = await decideNewPost({ kind: 'limit-posting', days: 30 })
  await decideNewPost({ kind: 'limit-posting', days: 7 })
  await decideNewPost({ kind: 'suspend', days: 1 })
  await appeal(first.caseId)
  await answer(api.max, first.caseId, 'taken-back')
  const { suspended, posting } = await readRestrictions()
  expect(getDaysUntil(posting)).toBe(7)
  expect(getDaysUntil(suspended)).toBe(1)
  await sql`update members set posting_limited_until = null, suspended_until = null`.execute(api.db)
})

async function decideNewPost(fields: Parameters<ReviewMember['decide']>[1]) {
  const id = await createPostFixture(api.db, api.ada.id)
  const subject = { kind: 'post' as const, id }
  await api.bob.report(subject)
  const caseId = await api.findOpenCase(subject)
  const reply = await api.mia.decide(caseId, fields)
  expect(reply.statusCode).toBe(200)
  return { subject, caseId }
}

async function hideNewPost() {
  return decideNewPost({ kind: 'hide' })
}

async function appeal(caseId: string, member: ReviewMember = api.ada) {
  return member.send(appealDecision, { params: { id: caseId }, body: { text: OBJECTION } })
}

async function answer(moderator: ReviewMember, caseId: string, outcome: 'stands' | 'taken-back') {
  return moderator.send(decideAppeal, {
    params: { id: caseId },
    body: { outcome, text: 'We looked again.' },
  })
}

async function isListed(postId: string): Promise<boolean> {
  const { body } = await api.carla.send(browsePosts, { querystring: { q: 'tide' } })
  return body.includes(postId)
}

async function readRestrictions() {
  return api.db
    .selectFrom('members')
    .select(['suspended_until as suspended', 'posting_limited_until as posting'])
    .where('id', '=', api.ada.id)
    .executeTakeFirstOrThrow()
}

function getDaysUntil(time: string | null): number {
  return Math.round((Date.parse(time ?? '') - Date.now()) / 86_400_000)
}

function listStatuses(replies: { statusCode: number }[]): number[] {
  return replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
}
