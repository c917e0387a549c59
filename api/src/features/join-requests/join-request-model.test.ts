import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@dolph/contract/errors'
import type { JoinRequestState } from '@dolph/contract/join-requests/join-request-state'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '../../platform/errors.ts'
import { createPostFixture, createRoleFixture } from '../../testing/fixtures.ts'
import { startWorkerStack } from '../../testing/start-worker-stack.ts'
import { answerJoinRequest, withdrawJoinRequest } from './answer-join-request.ts'
import { inviteToJoin, requestToJoin } from './create-join-request.ts'
import { chooseSize } from '../../testing/test-size.ts'

type Stack = Awaited<ReturnType<typeof startWorkerStack>>
type Outcome = 'ok' | ErrorCode

const SEATS = 2
const OWNERS = ['author', 'co-owner'] as const
const PEOPLE = ['bob', 'carla', 'dora', 'emil'] as const
type Name = (typeof OWNERS)[number] | (typeof PEOPLE)[number]

const person = fc.constantFrom(...PEOPLE)
const anybody = fc.constantFrom<Name>(...OWNERS, ...PEOPLE)
const nth = fc.nat(5)
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask' as const), by: anybody }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('invite' as const), by: anybody, person }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      by: anybody,
      nth,
      answer: fc.constantFrom('talk' as const, 'accept' as const, 'decline' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), by: anybody, nth }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

interface ModelRequest {
  person: Name
  isInvitation: boolean
  state: JoinRequestState
}

/** The rules of the states, written again without a database. */
class Model {
  readonly requests: ModelRequest[] = []
  readonly team = new Set<Name>(['co-owner'])

  get filled(): number {
    return this.requests.filter(({ state }) => state === 'accepted').length
  }

  act(step: Action): Outcome {
    if (step.kind === 'ask') return this.#ask(step.by)
    if (step.kind === 'invite') return this.#invite(step.by, step.person)
    const request = this.requests[step.nth]
    if (!request) return 'not-found'
    const isOwner = isOwnerName(step.by)
    if (!isOwner && request.person !== step.by) return 'not-found'
    const isSender = isOwner === request.isInvitation
    return step.kind === 'withdraw'
      ? this.#withdraw(request, isSender)
      : this.#answer(request, isSender, step.answer)
  }

  #ask(by: Name): Outcome {
    if (isOwnerName(by)) return 'forbidden'
    return this.#create({ person: by, isInvitation: false, state: 'waiting' })
  }

  #invite(by: Name, invited: Name): Outcome {
    if (!isOwnerName(by)) return by === invited ? 'forbidden' : 'not-found'
    const wasInvited = this.requests.some((each) => each.isInvitation && each.person === invited)
    if (wasInvited) return 'conflict'
    return this.#create({ person: invited, isInvitation: true, state: 'waiting' })
  }

  #create(request: ModelRequest): Outcome {
    const hasLive = this.requests.some(
      (each) => each.person === request.person && /waiting|talking|accepted/.test(each.state),
    )
    if (hasLive || this.filled === SEATS) return 'conflict'
    this.requests.push(request)
    return 'ok'
  }

  #withdraw(request: ModelRequest, isSender: boolean): Outcome {
    if (!isSender) return 'not-found'
    if (!/waiting|talking/.test(request.state)) return 'conflict'
    request.state = 'withdrawn'
    return 'ok'
  }

  #answer(
    request: ModelRequest,
    isSender: boolean,
    answer: 'talk' | 'accept' | 'decline',
  ): Outcome {
    if (isSender) return 'not-found'
    const allowed = { waiting: ['talk', 'accept', 'decline'], talking: ['accept', 'decline'] }
    const isAllowed =
      (allowed as Record<string, string[]>)[request.state]?.includes(answer) ?? false
    if (!isAllowed || (answer === 'accept' && this.filled === SEATS)) return 'conflict'
    request.state = ({ talk: 'talking', accept: 'accepted', decline: 'declined' } as const)[answer]
    if (answer !== 'accept') return 'ok'
    this.team.add(request.person)
    if (this.filled < SEATS) return 'ok'
    for (const each of this.requests) if (each.state === 'waiting') each.state = 'declined'
    return 'ok'
  }
}

function isOwnerName(name: Name): boolean {
  return (OWNERS as readonly Name[]).includes(name)
}

test('any actions of owners, members and strangers lead only along the arrows of the states', async () => {
  await using stack = await startWorkerStack()
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 18 }), async (actions) => {
      const world = await createWorld(stack)
      const model = new Model()
      for (const step of actions) {
        const expected = model.act(step)
        expect([step, await run(stack, world, step)]).toEqual([step, expected])
        expect(await readWorld(stack, world)).toEqual({
          states: model.requests.map(({ state }) => state),
          filled: model.filled,
          roleState: model.filled === SEATS ? 'filled' : 'open',
          teamSize: model.team.size,
          undelivered: model.requests.length,
        })
      }
    }),
    { numRuns: chooseSize({ short: 8, long: 25 }) },
  )
}, 60_000)

type World = Awaited<ReturnType<typeof createWorld>>

async function createWorld({ db }: Stack) {
  const ids = new Map<Name, string>()
  for (const name of [...OWNERS, ...PEOPLE]) {
    const username = `${name}-${randomUUID().slice(0, 8)}`
    const { id } = await db
      .insertInto('members')
      .values({ username })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(name, id)
    const offer = { hours: 6, zone: 'UTC', rewards: ['unpaid' as const], until: '2099-01-01' }
    await db
      .insertInto('availabilities')
      .values({ member_id: id, ...offer })
      .execute()
  }
  const getId = (name: Name) => ids.get(name) ?? ''
  const post = await createPostFixture(db, getId('author'))
  const role = await createRoleFixture(db, post, { seats: SEATS })
  const coOwner = { member_id: getId('co-owner'), role_title: 'Maker', is_co_owner: true }
  await db
    .insertInto('team_members')
    .values({ post_id: post, ...coOwner })
    .execute()
  const requests: string[] = []
  return { getId, post, role, requests }
}

async function run(stack: Stack, { getId, role, requests }: World, step: Action): Promise<Outcome> {
  const { db } = stack
  const memberId = getId(step.by)
  const draft = {
    note: 'I would love to build this clock with you.',
    tempId: `temp-${randomUUID()}`,
  }
  const readId = (json: string) => (JSON.parse(json) as { _id: string })._id
  try {
    if (step.kind === 'ask') {
      requests.push(readId(await requestToJoin(db, memberId, role, { ...draft, hours: 6 })))
    } else if (step.kind === 'invite') {
      const invitation = { ...draft, userId: getId(step.person) }
      requests.push(readId(await inviteToJoin(db, memberId, role, invitation)))
    } else {
      const key = { id: requests[step.nth] ?? randomUUID(), memberId }
      if (step.kind === 'withdraw') await withdrawJoinRequest(stack, key)
      else await answerJoinRequest(stack, key, { answer: step.answer, note: '', message: 'Hello' })
    }
    return 'ok'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

async function readWorld({ db }: Stack, { post, role, requests }: World) {
  const { rows } = await sql<Record<string, unknown>>`
    select filled, roles.state as "roleState", team_size as "teamSize",
      array(select state from join_requests where role_id = roles.id order by array_position(${requests}::uuid[], id)) as states,
      (select count(distinct subject_id) from events where subject_id = any (${requests}))::integer as undelivered
    from roles join projects using (post_id) where roles.id = ${role} and post_id = ${post}`.execute(
    db,
  )
  return rows[0]
}
