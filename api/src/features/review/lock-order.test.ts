import { sendMessage } from '@dolph/contract/messaging/messaging'
import { appealDecision, listOwnDecisions } from '@dolph/contract/moderation/moderation'
import { decideAppeal } from '@dolph/contract/review/review'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Queryable } from '../../platform/db/database.ts'
import { createPostFixture } from '../../testing/fixtures.ts'
import {
  startReviewApp,
  type ReviewApp,
  type ReviewMember,
} from '../../testing/start-review-app.ts'
import { waitForBlockedStatements } from '../../testing/wait-for-blocked-statements.ts'
import { lockMember } from './member-restrictions.ts'
import { releaseMember } from './operator-suspension.ts'

let api: ReviewApp
beforeAll(async () => {
  api = await startReviewApp()
  return () => api[Symbol.asyncDispose]()
})

/** What a moderator decides about, and what another transaction locks in the order of docs/data-model.md. */
interface Scene {
  kind: 'post' | 'message'
  create: (author: ReviewMember) => Promise<string>
  lockFirst: (tx: Queryable, id: string, authorId: string) => Promise<unknown>
  lockSecond: (tx: Queryable, id: string, authorId: string) => Promise<unknown>
}

const lockAuthor: Scene['lockFirst'] = (tx, _, authorId) => lockMember(tx, authorId)

const SCENES: Record<string, Scene> = {
  'a post, and an invitation to its team': {
    kind: 'post',
    create: ({ id }) => createPostFixture(api.db, id),
    lockFirst: (tx, id) => sql`select from posts where id = ${id} for key share`.execute(tx),
    lockSecond: lockAuthor,
  },
  'a message, and a block between the two members': {
    kind: 'message',
    create: async (author) =>
      (await author.call(sendMessage, { body: { recipientId: api.bob.id, content: 'Buy pills' } }))
        ._id,
    lockFirst: (tx, id) =>
      sql`select from conversations where id = (select conversation_id from messages where id = ${id})
        for no key update`.execute(tx),
    lockSecond: lockAuthor,
  },
  'a message in a room, and a block between two of its members': {
    kind: 'message',
    create: sendToRoom,
    lockFirst: lockAuthor,
    lockSecond: (tx, id) =>
      sql`select from rooms where id = (select conversation_id from messages where id = ${id})
        for no key update`.execute(tx),
  },
}

const ACTIONS: Record<string, (author: ReviewMember, caseId: string) => Promise<() => unknown>> = {
  'a decision': async (_, caseId) => () => suspend(caseId),
  'an objection that succeeds': async (author, caseId) => {
    await suspend(caseId)
    const [decision] = (await author.call(listOwnDecisions, { querystring: {} })).data
    const body = { text: 'It was a joke between friends.' }
    await author.call(appealDecision, { params: { id: decision?._id ?? '' }, body })
    const answer = { outcome: 'taken-back' as const, text: 'We looked again.' }
    return () => api.max.call(decideAppeal, { params: { id: caseId }, body: answer })
  },
  'the release by an operator': async (author, caseId) => {
    await suspend(caseId)
    return () => api.db.transaction().execute((tx) => releaseMember(tx, author.id))
  },
}

describe.each(Object.entries(ACTIONS))('%s does not deadlock:', (action, prepare) => {
  test.each(Object.entries(SCENES))(
    '%s',
    async (scene, { kind, create, lockFirst, lockSecond }) => {
      const { db } = api
      const author = await api.signIn(
        `author-${Object.keys(ACTIONS).indexOf(action)}-${Object.keys(SCENES).indexOf(scene)}`,
      )
      const id = await create(author)
      const { caseId } = await api.openCase({ subject: { kind, id } })
      const act = await prepare(author, caseId)

      const { outcome } = await db.transaction().execute(async (tx) => {
        await lockFirst(tx, id, author.id)
        const acting = act()
        await waitForBlockedStatements(db)
        await lockSecond(tx, id, author.id)
        return { outcome: acting }
      })
      await outcome
      const decided = db.selectFrom('cases').select('state').where('id', '=', caseId)
      expect(await decided.execute()).toEqual([{ state: 'decided' }])
    },
  )
})

async function suspend(caseId: string): Promise<void> {
  expect((await api.mia.decide(caseId, { kind: 'suspend' })).statusCode).toBe(200)
}

/** Bob is on the team too. */
async function sendToRoom({ id }: ReviewMember): Promise<string> {
  const { db, bob } = api
  const postId = await createPostFixture(db, id)
  await sql`
    insert into team_members (post_id, member_id, role_title) values (${postId}, ${bob.id}, 'Tester')`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    select (stored.message).id from rooms, insert_room_message(${id}, rooms.id, 'Buy pills', null, '{}') as stored
    where post_id = ${postId}`.execute(db)
  return rows[0]?.id ?? ''
}
