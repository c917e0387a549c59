import type { Subject } from '@dolph/contract/moderation/moderation'
import { decideCase, listCases, readCase } from '@dolph/contract/review/review'
import { blockMember } from '@dolph/contract/safety/safety'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostFixture } from '../../testing/fixtures.ts'
import {
  startReviewApp,
  type ReviewApp,
  type ReviewMember,
} from '../../testing/start-review-app.ts'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp()
  return () => api[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await api.db.deleteFrom('cases').execute()
  await api.db.deleteFrom('blocks').execute()
})

describe('who may not decide', () => {
  test('a moderator, about themself', async () => {
    const id = await createPostFixture(api.db, api.mia.id)
    const subject = { kind: 'post' as const, id }
    expect(await readObstacles(api.mia, subject)).toEqual(refusedWith('This case is about you.'))
  })

  test('a moderator, about a member whom they blocked; one who was blocked may', async () => {
    await api.mia.call(blockMember, { params: { id: api.ada.id } })
    const obstacles = await readObstacles(api.mia, api.post)
    expect(obstacles).toEqual(refusedWith('You blocked this member.'))
    await api.ada.call(blockMember, { params: { id: api.max.id } })
    const reply = await api.max.decide(await api.findOpenCase(api.post), { kind: 'keep' })
    expect(reply.statusCode).toBe(200)
  })

  test('a moderator, about an admin; another admin may', async () => {
    const [root, other] = [
      await api.signInStaff('root', 'admin'),
      await api.signInStaff('other-root', 'admin'),
    ]
    const subject = { kind: 'member' as const, id: root.id }
    expect(await readObstacles(api.mia, subject)).toEqual(
      refusedWith('Only another admin can decide about an admin.'),
    )
    const caseId = await api.findOpenCase(subject)
    expect((await root.decide(caseId, { kind: 'keep' })).statusCode).toBe(403)
    expect((await other.decide(caseId, { kind: 'keep' })).statusCode).toBe(200)
    await api.db.deleteFrom('staff').where('role', '=', 'admin').execute()
  })

  test('a moderator, about a message in a room that they are or were in; its senders are told apart by numbers', async () => {
    const { ada, bob, carla, mia, max, db } = api
    const postId = await createPostFixture(db, ada.id)
    for (const { id } of [bob, carla, mia])
      await sql`insert into team_members (post_id, member_id, role_title) values (${postId}, ${id}, 'Tester')`.execute(
        db,
      )
    const send = async ({ id }: { id: string }, text: string) => {
      const { rows } = await sql<{ id: string }>`
        select (stored.message).id from rooms, insert_room_message(${id}, rooms.id, ${text}, null, '{}') as stored
        where post_id = ${postId}`.execute(db)
      return rows[0]?.id ?? ''
    }
    await send(bob, 'Who is that?')
    await send(carla, 'No idea')
    await send(mia, 'Nor I')
    const subject = { kind: 'message' as const, id: await send(ada, 'Buy pills') }
    await sql`update team_members set left_at = now() where member_id = ${mia.id}`.execute(db)

    expect(await readObstacles(mia, subject)).toEqual(
      refusedWith('This message is from a room of yours.'),
    )
    const caseId = await api.findOpenCase(subject)
    expect((await mia.decide(caseId, { kind: 'keep' })).statusCode).toBe(403)
    const { data } = await max.call(readCase, { params: { id: caseId } })
    expect(data.cannotDecide).toBeNull()
    expect(data.context.messages.map(({ teammate }) => teammate)).toEqual([
      undefined,
      1,
      2,
      undefined,
    ])
  })

  test('a member: the calls do not exist', async () => {
    const { caseId } = await api.openCase()
    const replies = [
      await api.bob.decide(caseId),
      await api.bob.send(readCase, { params: { id: caseId } }),
      await api.bob.send(listCases, { querystring: {} }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })

  test('a moderator without proof', async () => {
    const { caseId } = await api.openCase()
    const member = await api.signIn('unproved')
    await api.db.insertInto('staff').values({ member_id: member.id, role: 'moderator' }).execute()
    expect((await member.decide(caseId)).json()).toMatchObject({ code: 'proof-needed' })
    await api.db.deleteFrom('staff').where('member_id', '=', member.id).execute()
  })

  test('two moderators at once: one decides, the other is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { caseId } = await api.openCase()
      const replies = await Promise.all([
        api.mia.decide(caseId, { kind: 'hide' }),
        api.max.decide(caseId, { kind: 'keep' }),
      ])
      expect(listStatuses(replies)).toEqual([200, 409])
      const entries = await api.db
        .selectFrom('audit_log')
        .select('id')
        .where('subject', '=', `case:${caseId}`)
        .execute()
      expect(entries).toHaveLength(1)
    }
  })

  test('anybody, about a case that does not exist', async () => {
    const reply = await api.mia.send(decideCase, {
      params: { id: '01890000-0000-7000-8000-000000000000' },
      body: { kind: 'keep', rule: 'other', text: 'Nothing.' },
    })
    expect(reply.statusCode).toBe(404)
  })
})

/** What the case says and what the refused decision says about why this moderator may not decide. */
async function readObstacles(moderator: ReviewMember, subject: Subject) {
  await api.bob.report(subject)
  const id = await api.findOpenCase(subject)
  const { data } = await moderator.call(readCase, { params: { id } })
  const reply = await moderator.decide(id, { kind: 'keep' })
  const { code, message } = reply.json<{ code: string; message: string }>()
  return [data.cannotDecide, code, message]
}

function refusedWith(message: string): string[] {
  return [message, 'forbidden', message]
}

function listStatuses(replies: { statusCode: number }[]): number[] {
  return replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
}
