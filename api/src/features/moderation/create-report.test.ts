import { createComment } from '@dolph/contract/comments/comments'
import { deleteConversation, sendMessage } from '@dolph/contract/messaging/messaging'
import { createReport, listOwnReports } from '@dolph/contract/moderation/moderation'
import { listCases, readCase } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostFixture } from '../../testing/fixtures.ts'
import { runJobs } from '../../testing/run-jobs.ts'
import { createAccountFixture, signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import {
  startReviewApp,
  type ReviewApp,
  type ReviewMember,
} from '../../testing/start-review-app.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { eraseReportedMessagesJob, moderationJobs } from './jobs.ts'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp()
  return () => api[Symbol.asyncDispose]()
})

beforeEach(async () => {
  await api.db.deleteFrom('cases').execute()
})

describe('a report', () => {
  test('of the same post by the same member is one report, whatever it says', async () => {
    const first = await api.bob.report(api.post, { reason: 'scam', note: 'Look at the link' })
    const again = await api.bob.report(api.post, { reason: 'spam', note: 'Again' })
    expect(again).toEqual(first)
    expect(first).toMatchObject({ subject: api.post, reason: 'scam', outcome: null })

    const { data } = await api.mia.call(listCases, { querystring: {} })
    expect(data).toMatchObject([{ reportCount: 1, reason: 'scam', subject: api.post }])
  })

  test('sent fifty times at once is one report in one case', async () => {
    const reports = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        (index % 2 ? api.bob : api.carla).report(api.post),
      ),
    )
    expect(new Set(reports.map(({ _id }) => _id)).size).toBe(2)
    const cases = await api.db.selectFrom('cases').select(['report_count', 'weight']).execute()
    expect(cases).toEqual([{ report_count: 2, weight: 2 }])
  })

  test('brings the beginning of the text, without Markdown', async () => {
    const body = `**Buy** [pills](https://example.com) ${'now '.repeat(100)}`
    const id = await createPostFixture(api.db, api.ada.id, { title: 'Ad', body })
    await api.bob.report({ kind: 'post', id })
    const { data } = await api.mia.call(listCases, { querystring: {} })
    expect(data[0]?.excerpt).toMatch(/^Ad Buy pills now now .*…$/)
    expect(data[0]?.excerpt.length).toBeLessThanOrEqual(140)
  })

  test('of a comment and of a member open cases of their own', async () => {
    const body = { postId: api.post.id, content: 'Buy' }
    const { data } = await api.ada.call(createComment, { body })
    await api.bob.report({ kind: 'comment', id: data._id })
    await api.bob.report({ kind: 'member', id: api.ada.id })
    const { data: cases } = await api.mia.call(listCases, { querystring: {} })
    expect(cases.map(({ subject }) => subject.kind)).toEqual(['comment', 'member'])
    expect(cases.map(({ author }) => author?.userName)).toEqual(['ada', 'ada'])
  })

  test('of what is not there, hidden or deleted is refused as not found', async () => {
    const hidden = await createPostFixture(api.db, api.ada.id)
    await api.db
      .updateTable('posts')
      .set({ hidden_at: sql`now()` })
      .where('id', '=', hidden)
      .execute()
    for (const kind of ['post', 'comment', 'message', 'member'] as const)
      expect(await refuseReport(api.bob, kind, '01890000-0000-7000-8000-000000000000')).toBe(404)
    expect(await refuseReport(api.bob, 'post', hidden)).toBe(404)
  })

  test('of oneself or of what is one’s own is refused', async () => {
    expect(await refuseReport(api.ada, 'post', api.post.id)).toBe(400)
    expect(await refuseReport(api.ada, 'member', api.ada.id)).toBe(400)
    const message = await api.ada.call(sendMessage, {
      body: { recipientId: api.bob.id, content: 'Hello' },
    })
    expect(await refuseReport(api.ada, 'message', message._id)).toBe(400)
  })

  test('can block the author, who is not notified', async () => {
    await api.carla.report(api.post, { alsoBlock: true })
    await api.carla.report(api.post, { alsoBlock: true })
    const blocks = await api.db.selectFrom('blocks').selectAll().execute()
    expect(blocks).toMatchObject([{ member_id: api.carla.id, other_id: api.ada.id }])
    await api.db.deleteFrom('blocks').execute()
  })

  test('shows its reporter what came of it, and nobody else', async () => {
    await api.bob.report(api.post)
    await api.mia.decide(await api.findOpenCase(api.post), { kind: 'keep' })
    await api.bob.report(api.post)
    const { data } = await api.bob.call(listOwnReports, { querystring: {} })
    expect(data.map(({ outcome }) => outcome)).toEqual([null, 'kept'])
    expect((await api.ada.call(listOwnReports, { querystring: {} })).data).toEqual([])
  })

  test('is listed page by page, newest first', async () => {
    const ids = []
    for (let index = 0; index < 5; index += 1) {
      const id = await createPostFixture(api.db, api.ada.id)
      ids.unshift((await api.carla.report({ kind: 'post', id }))._id)
    }
    const listed = []
    let cursor: string | null | undefined
    do {
      const page = await api.carla.call(listOwnReports, {
        querystring: { limit: '2', ...(cursor && { cursor }) },
      })
      listed.push(...page.data.map(({ _id }) => _id))
      cursor = page.nextCursor
    } while (cursor)
    expect(listed).toEqual(ids)
  })
})

describe('the weight of a report', () => {
  test('is 0 after three reports in a row that were kept, and 1 again after one that was not', async () => {
    const reporter = await api.signIn('eager')
    for (let index = 0; index < 3; index += 1)
      await decideReported(reporter, await createPostFixture(api.db, api.ada.id), 'keep')
    expect(await readWeight(reporter)).toBe(0)
    await decideReported(reporter, await createPostFixture(api.db, api.ada.id), 'hide')
    expect(await readWeight(reporter)).toBe(1)
  })

  test('of ten members raises the case and hides nothing', async () => {
    for (let index = 0; index < 10; index += 1)
      await (await api.signIn(`reporter${index}`)).report(api.post)
    const { data } = await api.mia.call(listCases, { querystring: {} })
    expect(data).toMatchObject([{ reportCount: 10, state: 'open' }])
    const { hidden_at } = await api.db
      .selectFrom('posts')
      .select('hidden_at')
      .where('id', '=', api.post.id)
      .executeTakeFirstOrThrow()
    expect(hidden_at).toBeNull()
  })
})

describe('a reported message', () => {
  test('comes with the ten before it, readable to moderators, encrypted in the database', async () => {
    const ids = await sendMessages(api.ada, api.bob, 14)
    await api.bob.report({ kind: 'message', id: ids[12] ?? '' })

    const id = await api.findOpenCase({ kind: 'message', id: ids[12] ?? '' })
    const { data } = await api.mia.call(readCase, { params: { id } })
    expect(data.excerpt).toBe('Message 12')
    expect(data.context.messages.map(({ content }) => content)).toEqual(
      Array.from({ length: 11 }, (_, index) => `Message ${index + 2}`),
    )
    expect(data.context.messages.every(({ isByAuthor }) => isByAuthor)).toBe(true)
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', excerpt, encode(content, 'escape'), encode(content_excerpt, 'escape')) as text from cases
    `.execute(api.db)
    expect(rows[0]?.text).not.toContain('Message')
  })

  test('is empty for moderators after a change of the secret, and the case stays', async () => {
    const [id = ''] = await sendMessages(api.ada, api.bob, 1)
    await api.bob.report({ kind: 'message', id })
    await using later = await startApp({
      shareWith: api,
      env: { SECRET: 'another-secret-'.repeat(3) },
    })
    const browser = later.browser()
    for (const [name, value] of api.mia.cookies) browser.cookies.set(name, value)
    const { data } = await browser.call(listCases, { querystring: {} })
    expect(data).toMatchObject([{ subject: { id }, excerpt: '' }])
    const read = await browser.call(readCase, { params: { id: data[0]?._id ?? '' } })
    expect(read.data.context.messages).toEqual([])
  })

  test('is found neither by other members nor by a participant who deleted the conversation', async () => {
    const [id = ''] = await sendMessages(api.ada, api.bob, 1)
    expect(await refuseReport(api.carla, 'message', id)).toBe(404)
    await api.bob.call(deleteConversation, { params: { userId: api.ada.id } })
    expect(await refuseReport(api.bob, 'message', id)).toBe(404)
  })

  test('is erased 90 days after the decision, and not before', async () => {
    const [first = '', second = '', third = ''] = await sendMessages(api.ada, api.bob, 3)
    for (const id of [first, second, third]) await api.bob.report({ kind: 'message', id })
    for (const id of [first, second])
      await api.mia.decide(await api.findOpenCase({ kind: 'message', id }), { kind: 'keep' })
    await sql`update cases set decided_at = now() - interval '91 days' where subject_id = ${first}`.execute(
      api.db,
    )
    await sql`update cases set decided_at = now() - interval '89 days' where subject_id = ${second}`.execute(
      api.db,
    )

    await enqueueJob(api.db, eraseReportedMessagesJob, {})
    await runJobs(api, moderationJobs)

    const cases = await api.db
      .selectFrom('cases')
      .select('subject_id')
      .where('content', 'is not', null)
      .where('content_excerpt', 'is not', null)
      .orderBy('id')
      .execute()
    expect(cases.map(({ subject_id }) => subject_id)).toEqual([second, third])
    const { data } = await api.mia.call(listCases, { querystring: { state: 'decided' } })
    expect(data.map(({ excerpt }) => excerpt).toSorted()).toEqual(['', 'Message 1'])
  })
})

test('a member reports twenty subjects a day; repeated and refused reports do not count', async () => {
  await using strict = await startApp()
  const bob = await signInNewMember(strict, 'bob')
  const ada = await createAccountFixture(strict.db, 'ada')
  const send = async (kind: 'post' | 'member', id: string) =>
    (await bob.send(createReport, { body: { subject: { kind, id }, reason: 'spam' } })).statusCode
  expect(await send('member', await readMemberId(strict, 'bob'))).toBe(400)
  expect(await send('member', ada)).toBe(201)
  expect(await send('member', ada)).toBe(201)
  for (let index = 0; index < 19; index += 1)
    expect(await send('post', await createPostFixture(strict.db, ada))).toBe(201)
  expect(await send('post', await createPostFixture(strict.db, ada))).toBe(429)
})

async function readMemberId({ db }: Pick<ReviewApp, 'db'>, username: string): Promise<string> {
  const members = db.selectFrom('members').select('id').where('username', '=', username)
  return (await members.executeTakeFirstOrThrow()).id
}

async function refuseReport(
  member: ReviewMember,
  kind: 'post' | 'comment' | 'message' | 'member',
  id: string,
): Promise<number> {
  const body = { subject: { kind, id }, reason: 'spam' as const }
  return (await member.send(createReport, { body })).statusCode
}

async function decideReported(reporter: ReviewMember, id: string, kind: 'keep' | 'hide') {
  const subject = { kind: 'post' as const, id }
  await reporter.report(subject)
  await api.mia.decide(await api.findOpenCase(subject), { kind })
}

/** The weight of a case that only this member has reported. */
async function readWeight(reporter: ReviewMember): Promise<number> {
  const id = await createPostFixture(api.db, api.ada.id)
  await reporter.report({ kind: 'post', id })
  const cases = api.db.selectFrom('cases').select('weight').where('subject_id', '=', id)
  return (await cases.executeTakeFirstOrThrow()).weight
}

async function sendMessages(
  sender: ReviewMember,
  recipient: ReviewMember,
  count: number,
): Promise<string[]> {
  const ids = []
  for (let index = 0; index < count; index += 1) {
    const body = { recipientId: recipient.id, content: `Message ${index}` }
    ids.push((await sender.call(sendMessage, { body }))._id)
  }
  return ids
}
