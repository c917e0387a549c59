import { JoinRequestState } from '@dolph/contract/join-requests/join-request-state'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createEraseMemberJob } from '../../privacy/erase-member.ts'
import { eraseMemberJob } from '../../privacy/erase-member-job.ts'
import { features, pairLocks } from '../../features.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import {
  createJoinRequestFixture,
  createMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../testing/fixtures.ts'
import { runJobs } from '../../testing/run-jobs.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { hidePost } from '../posts/hiding.ts'
import { insertBlock } from '../safety/relations.ts'
import { runClock } from './clock/run-clock.ts'
import { LIST_STARTS, selectJoinRequest, selectJoinRequests } from './queries.ts'

type Stack = Awaited<ReturnType<typeof startWorkerStack>>
type Case = Awaited<ReturnType<typeof createCase>>

let stack: Stack
beforeAll(async () => {
  stack = await startWorkerStack()
  return () => stack[Symbol.asyncDispose]()
})

const GONE = { waiting: 'ended taken-down', talking: 'ended taken-down' }
const DIRECTIONS = [
  ['a request', false],
  ['an invitation', true],
] as const

/** What happens, and what open requests become; all others stay as they are. */
const HAPPENINGS: [
  string,
  (each: Case) => Promise<unknown>,
  Record<'waiting' | 'talking', string>,
][] = [
  ['the post is deleted', async ({ post }) => deleteRow('posts', post), GONE],
  ['the role is deleted', async ({ role }) => deleteRow('roles', role), GONE],
  [
    'the role is closed',
    async ({ role }) => sql`update roles set state = 'closed' where id = ${role}`.execute(stack.db),
    GONE,
  ],
  [
    'the post is hidden',
    async ({ post }) => stack.db.transaction().execute((tx) => hidePost(tx, post)),
    GONE,
  ],
  ['the owner is erased', async ({ owner }) => erase(owner), GONE],
  [
    'the owner blocks the member',
    async ({ owner, member }) =>
      stack.db
        .transaction()
        .execute((tx) => insertBlock(tx, { memberId: owner, otherId: member }, pairLocks)),
    { waiting: 'withdrawn', talking: 'withdrawn' },
  ],
  [
    'the member blocks the owner',
    async ({ owner, member }) =>
      stack.db
        .transaction()
        .execute((tx) => insertBlock(tx, { memberId: member, otherId: owner }, pairLocks)),
    { waiting: 'withdrawn', talking: 'withdrawn' },
  ],
  [
    'the owner is suspended until the request and the talks are over',
    async ({ owner }) => suspend(owner),
    { waiting: 'ended no-answer', talking: 'ended quiet' },
  ],
  [
    'the member is suspended until the request and the talks are over',
    async ({ member }) => suspend(member),
    { waiting: 'ended no-answer', talking: 'ended quiet' },
  ],
]

describe.each(DIRECTIONS)('of %s in each state nothing is left open', (_, isInvitation) => {
  test.each(HAPPENINGS)('when %s', async (_name, happen, outcomes) => {
    for (const state of JoinRequestState.options) {
      const each = await createCase(state, isInvitation)
      await happen(each)
      const isOpen = state === 'waiting' || state === 'talking'
      const outcome = isOpen ? outcomes[state] : state
      expect(await readOutcome(each.id)).toBe(outcome)
      const events = await stack.db
        .deleteFrom('events')
        .where('subject_id', '=', each.id)
        .returning('kind')
        .execute()
      const kind = `join-request.${outcome.split(' ')[0]}`
      expect(events).toEqual(isOpen ? [{ kind }] : [])
      for (const memberId of [each.owner, each.member]) {
        const position = { memberId, ...LIST_STARTS.waiting }
        for (const box of ['received', 'sent'] as const) {
          const open = await selectJoinRequests(stack.db, position, { box, state: 'waiting' }, 21)
          expect(open).toEqual({ requests: [], waitingCount: 0 })
        }
      }
    }
  })

  test('when the member is erased: it is gone with them', async () => {
    for (const state of JoinRequestState.options) {
      const each = await createCase(state, isInvitation)
      await erase(each.member)
      expect(await readOutcome(each.id)).toBeUndefined()
      const { team_size: teamSize } = await stack.db
        .selectFrom('projects')
        .select('team_size')
        .where('post_id', '=', each.post)
        .executeTakeFirstOrThrow()
      expect(teamSize).toBe(0)
    }
  })
})

test('what is left of a request is read by its two sides, but not across a block', async () => {
  const { db } = stack
  const each = await createCase('declined', false)
  const read = async (memberId: string) =>
    (await selectJoinRequest(db, { id: each.id, memberId })) !== undefined
  expect([await read(each.owner), await read(each.member)]).toEqual([true, true])
  await db
    .transaction()
    .execute((tx) => insertBlock(tx, { memberId: each.owner, otherId: each.member }, pairLocks))
  expect([await read(each.owner), await read(each.member)]).toEqual([false, false])
})

let count = 0

async function createCase(state: JoinRequestState, isInvitation: boolean) {
  const { db } = stack
  count += 1
  const owner = await createMemberFixture(db, `owner-${count}`)
  const member = await createMemberFixture(db, `member-${count}`)
  const post = await createPostFixture(db, owner)
  const isAccepted = state === 'accepted'
  const role = await createRoleFixture(db, post, { seats: 2, filled: isAccepted ? 1 : 0 })
  const id = await createJoinRequestFixture(
    db,
    { roleId: role, memberId: member },
    { state, from_owner: isInvitation },
  )
  if (isAccepted) {
    const place = { post_id: post, member_id: member, role_id: role, role_title: 'Developer' }
    await db.insertInto('team_members').values(place).execute()
  }
  return { id, owner, member, post, role }
}

async function readOutcome(id: string): Promise<string | undefined> {
  const row = await stack.db
    .selectFrom('join_requests')
    .select(['state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && [row.state, row.reason].filter((word) => word !== null).join(' ')
}

async function deleteRow(table: 'posts' | 'roles', id: string) {
  await stack.db.deleteFrom(table).where('id', '=', id).execute()
}

async function erase(memberId: string) {
  const { db } = stack
  await sql`update members set deleted_at = now() where id = ${memberId}`.execute(db)
  await enqueueJob(db, eraseMemberJob, { memberId })
  await runJobs(stack, [createEraseMemberJob(features)])
}

async function suspend(memberId: string) {
  const { db } = stack
  await sql`update members set suspended_until = '2099-01-01' where id = ${memberId}`.execute(db)
  const afterwards = sql`(now() + interval '90 days')`
  while (await runClock(db, afterwards));
}
