import { createComment } from '@dolph/contract/comments/comments'
import { listOwnDecisions, listOwnReports } from '@dolph/contract/moderation/moderation'
import { createPost, listMemberPosts, readPost } from '@dolph/contract/posts/posts'
import { readCase } from '@dolph/contract/review/review'
import { sql } from 'kysely'
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

describe('a decision', () => {
  test('hides a post, tells author and reporter, and is in the log and the events', async () => {
    const { subject, caseId } = await api.openCase()
    const reply = await api.mia.decide(caseId, { kind: 'hide', rule: 'spam', text: 'An ad.' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      data: {
        state: 'decided',
        context: { isHidden: true, text: 'A tide clock for the kitchen wall' },
        decision: { kind: 'hide', rule: 'spam', text: 'An ad.', decidedBy: { userName: 'mia' } },
      },
    })

    const { data: decisions } = await api.ada.call(listOwnDecisions, { querystring: {} })
    expect(decisions).toMatchObject([
      { _id: caseId, kind: 'hide', subject, rule: 'spam', text: 'An ad.', canAppeal: true },
    ])
    const { data: reports } = await api.bob.call(listOwnReports, { querystring: {} })
    expect(reports).toMatchObject([{ outcome: 'acted' }])
    const [entry] = await api.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').execute()
    expect(entry).toMatchObject({
      actor_id: api.mia.id,
      member_id: api.ada.id,
      action: 'case.decided',
      subject: `case:${caseId}`,
      details: { decision: 'hide', rule: 'spam', days: null },
    })
    const events =
      await sql`select from events where kind = 'case.decided' and subject_id = ${caseId}`.execute(
        api.db,
      )
    expect(events.rows).toHaveLength(1)
  })

  test('to keep hides nothing and is not shown to the author', async () => {
    const { subject, caseId } = await api.openCase()
    await api.mia.decide(caseId, { kind: 'keep' })
    expect((await api.carla.send(readPost, { params: { id: subject.id } })).statusCode).toBe(200)
    expect((await api.ada.call(listOwnDecisions, { querystring: {} })).data).toEqual([])
  })

  test('never tells the author who reported or decided', async () => {
    const { subject, caseId } = await api.openCase({ note: 'From your friend bob' })
    await api.mia.decide(caseId, { kind: 'limit-posting', days: 7 })
    const bodies = [
      await api.ada.send(listOwnDecisions, { querystring: {} }),
      await api.ada.send(listOwnDecisions, { querystring: { subject: subject.id } }),
      await api.ada.send(readPost, { params: { id: subject.id } }),
      await api.ada.send(listMemberPosts, { params: { userId: api.ada.id }, querystring: {} }),
      await api.ada.send(createPost, {
        body: { title: 'Tide', type: 'showcase', body: 'A clock' },
      }),
      await api.ada.send(readCase, { params: { id: caseId } }),
    ].map(({ body }) => body)
    for (const body of bodies) {
      for (const secret of ['bob', api.bob.id, 'mia', api.mia.id])
        expect(body).not.toContain(secret)
    }
  })

  test('tells moderators who reported', async () => {
    const { caseId } = await api.openCase({ note: 'An ad', reason: 'scam' })
    const { data } = await api.mia.call(readCase, { params: { id: caseId } })
    expect(data).toMatchObject({
      reason: 'scam',
      reports: [{ reporter: { userName: 'bob' }, reason: 'scam', note: 'An ad' }],
      cannotDecide: null,
      decision: null,
      appeal: null,
    })
    expect(data.history.posts).toBeGreaterThan(0)
    expect(data.history).toMatchObject({ reportsAgainst: 1, decisionsAgainst: 0 })
  })

  test('about an author shows their other open cases', async () => {
    const { caseId } = await api.openCase()
    const { caseId: other } = await api.openCase()
    const { data } = await api.mia.call(readCase, { params: { id: caseId } })
    expect(data.similar.map(({ _id }) => _id)).toEqual([other])
  })

  test('about a comment hides it, and shows moderators where it is', async () => {
    const body = { postId: api.post.id, content: 'Buy **pills**' }
    const { data: comment } = await api.ada.call(createComment, { body })
    const { caseId } = await api.openCase({ subject: { kind: 'comment', id: comment._id } })
    await api.mia.decide(caseId)
    const { data } = await api.mia.call(readCase, { params: { id: caseId } })
    expect(data.context).toMatchObject({
      title: 'Tide',
      text: 'Buy **pills**',
      postId: api.post.id,
      isHidden: true,
    })
  })

  test('about a post with a cover shows it to moderators', async () => {
    const { subject, caseId } = await api.openCase()
    const cover = { cover_key: 'k'.repeat(43), cover_alt: 'Pills' }
    await api.db.updateTable('posts').set(cover).where('id', '=', subject.id).execute()
    const { data } = await api.mia.call(readCase, { params: { id: caseId } })
    expect(data.context.cover).toEqual({
      url: `/pictures/${cover.cover_key}/1280x720.webp`,
      alt: 'Pills',
    })
  })

  test('about what was deleted meanwhile is possible', async () => {
    const { subject, caseId } = await api.openCase()
    await api.db.deleteFrom('post_search').where('post_id', '=', subject.id).execute()
    await api.db.deleteFrom('post_ranks').where('post_id', '=', subject.id).execute()
    await api.db.deleteFrom('posts').where('id', '=', subject.id).execute()
    const reply = await api.mia.decide(caseId)
    expect(reply.json()).toMatchObject({
      data: { context: { title: '', text: '', postId: null, isHidden: false } },
    })
  })
})

test('a decision during a report: the report is in the decided case or opens another', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { subject, caseId } = await api.openCase()
    await Promise.all([api.mia.decide(caseId, { kind: 'keep' }), api.carla.report(subject)])
    const cases = await api.db
      .selectFrom('cases')
      .select(['report_count'])
      .select(sql<number>`(select count(*) from reports where case_id = cases.id)`.as('reports'))
      .where('subject_id', '=', subject.id)
      .execute()
    expect(cases.every(({ report_count, reports }) => report_count === reports)).toBe(true)
    expect(cases.reduce((sum, { reports }) => sum + reports, 0)).toBe(2)
  }
})
