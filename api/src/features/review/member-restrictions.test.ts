import { listOwnDecisions } from '@dolph/contract/moderation/moderation'
import { createPost } from '@dolph/contract/posts/posts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startReviewApp, type ReviewApp } from '../../testing/start-review-app.ts'
import { publishSessionChange } from '../../platform/realtime/bus.ts'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp()
  return () => api[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await api.db.deleteFrom('cases').execute()
  await api.db
    .updateTable('members')
    .set({ posting_limited_until: null, messaging_limited_until: null, suspended_until: null })
    .execute()
  publishSessionChange(api.bus, api.ada.id)
})

describe('a limit', () => {
  test('closes an activity to the author until it ends', async () => {
    const { caseId } = await api.openCase()
    await api.mia.decide(caseId, { kind: 'limit-messaging', days: 1 })
    const member = await api.db
      .selectFrom('members')
      .select(['messaging_limited_until as until', 'posting_limited_until', 'suspended_until'])
      .where('id', '=', api.ada.id)
      .executeTakeFirstOrThrow()
    expect(member).toMatchObject({ posting_limited_until: null, suspended_until: null })
    const { data } = await api.ada.call(listOwnDecisions, { querystring: {} })
    expect(data).toMatchObject([{ kind: 'limit-messaging', until: member.until }])
    const hours = (Date.parse(member.until ?? '') - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
  })

  test('that ends earlier does not shorten one that lasts', async () => {
    await limitPosting(30)
    const long = await readLimit()
    await limitPosting(1)
    expect(await readLimit()).toBe(long)
  })

  test('of two decisions at once is the longer one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cases = [await api.openCase(), await api.openCase()]
      await Promise.all([
        api.mia.decide(cases[0]?.caseId ?? '', { kind: 'limit-posting', days: 30 }),
        api.max.decide(cases[1]?.caseId ?? '', { kind: 'limit-posting', days: 1 }),
      ])
      expect(Date.parse(await readLimit())).toBeGreaterThan(Date.now() + 29 * 86_400_000)
      await api.db.deleteFrom('cases').execute()
    }
  })

  test('needs days; a suspension without them has no end', async () => {
    const { caseId } = await api.openCase()
    const refused = await api.mia.decide(caseId, { kind: 'limit-posting' })
    expect(refused.json()).toMatchObject({
      code: 'invalid-input',
      fields: { days: expect.any(String) },
    })
    expect((await api.mia.decide(caseId, { kind: 'suspend' })).statusCode).toBe(200)
    const { data } = await api.ada.call(listOwnDecisions, { querystring: {} })
    expect(data).toMatchObject([{ kind: 'suspend', until: null }])
    const post = { title: 'Tide', type: 'showcase' as const, body: 'A clock' }
    const reply = await api.ada.send(createPost, { body: post })
    expect(reply.json()).toMatchObject({ code: 'limited' })
    expect(reply.body).toContain('suspended')
  })

  test('is possible for a member, hiding is not', async () => {
    const { caseId } = await api.openCase({ subject: { kind: 'member', id: api.ada.id } })
    expect((await api.mia.decide(caseId, { kind: 'hide' })).json()).toMatchObject({
      code: 'invalid-input',
      fields: { kind: expect.any(String) },
    })
    const reply = await api.mia.decide(caseId, { kind: 'limit-messaging', days: 7 })
    expect(reply.statusCode).toBe(200)
  })
})

async function limitPosting(days: 1 | 30): Promise<void> {
  const { caseId } = await api.openCase()
  await api.mia.decide(caseId, { kind: 'limit-posting', days })
}

async function readLimit(): Promise<string> {
  const { posting_limited_until } = await api.db
    .selectFrom('members')
    .select('posting_limited_until')
    .where('id', '=', api.ada.id)
    .executeTakeFirstOrThrow()
  return posting_limited_until ?? ''
}
