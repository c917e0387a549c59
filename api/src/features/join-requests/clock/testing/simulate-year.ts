import { sql } from 'kysely'
import type { Deps } from '../../../../platform/deps.ts'
import { deliverPendingEvents } from '../../../../testing/events/deliver-pending-events.ts'
import { createMemberFixture, createPostFixture } from '../../../../testing/fixtures.ts'
import {
  createJoinRequestFixture,
  createRoleFixture,
} from '../../../../testing/join-request-fixtures.ts'
import { insertEvent } from '../../../../platform/events/insert-event.ts'
import { notificationSubscribers } from '../../../notifications/subscribers.ts'
import { selectAnswers } from '../../../roles/answers.ts'
import { answerJoinRequest, withdrawJoinRequest } from '../../answer-join-request.ts'
import { joinRequestErasure } from '../../erase-join-requests.ts'
import { pauseRoles } from '../pause-roles.ts'
import { runClock } from '../run-clock.ts'
import { createRandom } from '../../../../testing/create-random.ts'
import { SIMULATED_OUTCOMES, type SimulatedOutcome } from './simulated-outcomes.ts'
import { selectDeclinedAsFilled } from './select-declined-as-filled.ts'
import { setAnswerTimes, setMessageTime } from './simulated-times.ts'
import { countNotifications, startNotificationLog } from './notification-log.ts'
import { YearModel, type ModelRequest } from './year-model.ts'

const START = Date.UTC(2025, 0, 1)
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const YEAR_MS = 365 * DAY_MS
/** The clock runs every 30 seconds, and is sometimes held up. */
const TICK_MS = 30_000
const DELAY_MAX_MS = 4 * MINUTE_MS
const STEPS_PER_DELIVERY = 20

interface Action {
  at: number
  run: () => Promise<void>
}

/**
 * A year of join requests on a clock of its own: owners and members answer, talk, withdraw, block and leave, or say
 * nothing. Returns what the year has shown; the numbers of mistakes are zero if the rules hold.
 */
export async function simulateYear(
  deps: Pick<Deps, 'db' | 'bus' | 'redis'>,
  { requests: requestCount, seed = 18 }: { requests: number; seed?: number },
) {
  const { db } = deps
  const random = createRandom(seed)
  const model = new YearModel()
  const actions: Action[] = []
  let now = START
  const blockedPairs = new Set<string>()
  let steps = 0
  let asked = 0
  await startNotificationLog(db)
  const ownerCount = Math.max(4, Math.ceil(requestCount / 100))
  const owners = await createMembers('owner', ownerCount)
  const members = await createMembers('member', Math.max(20, Math.ceil(requestCount / 8)))
  for (const owner of owners) await createProject(owner)
  const interval = YEAR_MS / requestCount
  for (let nth = 0; nth < requestCount; nth += 1) {
    actions.push({ at: START + (nth + random.fraction()) * interval, run: ask })
  }

  for (;;) {
    const clockAt = await findNextTick()
    actions.sort((one, other) => other.at - one.at)
    const action = actions.at(-1)
    if (!action && clockAt === undefined) break
    if (action && (clockAt === undefined || action.at < clockAt)) {
      actions.pop()
      now = action.at
      await action.run()
    } else {
      now = clockAt ?? now
      await tick()
    }
    steps += 1
    if (steps % STEPS_PER_DELIVERY === 0) await deliver()
  }
  await deliver()
  return summarize()

  async function createMembers(prefix: string, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let nth = 0; nth < count; nth += 1) {
      ids.push(await createMemberFixture(db, `${prefix}${nth}`))
    }
    return ids
  }

  async function createProject(owner: string): Promise<void> {
    const post = await createPostFixture(db, owner)
    for (let nth = 0; nth < 2; nth += 1) await createRoleFixture(db, post, { seats: 9 })
  }

  async function findNextTick(): Promise<number | undefined> {
    const { rows } = await sql<{ at: string | null }>`
      select min(next_at) as at from join_requests where state in ('waiting', 'talking')`.execute(
      db,
    )
    const at = rows[0]?.at
    if (!at) return undefined
    const tickAt = Math.ceil(Math.max(now, Date.parse(at)) / TICK_MS) * TICK_MS
    return random.fraction() < 0.02 ? tickAt + random.fraction() * DELAY_MAX_MS : tickAt
  }

  async function tick(): Promise<void> {
    const time = sql`${new Date(now)}::timestamptz`
    while (await runClock(db, time));
    const { rows } = await sql<{ id: string }>`
      select id from join_requests where state = 'ended' and ended_at = ${time}`.execute(db)
    for (const { id } of rows) model.end(id)
  }

  async function deliver(): Promise<void> {
    const time = sql`${new Date(now)}::timestamptz`
    await deliverPendingEvents(deps, [notificationSubscribers])
    for (const owner of owners) await db.transaction().execute((tx) => pauseRoles(tx, owner, time))
    await deliverPendingEvents(deps, [notificationSubscribers])
    // Some owners read their lines, and confirm roles that were paused.
    const reader = random.pick([...owners, ...members])
    await sql`update notifications set read_at = now() where member_id = ${reader} and read_at is null`.execute(
      db,
    )
    await confirmRoles(random.pick(owners))
  }

  async function ask(): Promise<void> {
    const owner = random.pick(owners)
    const memberId = random.pick(members.filter((id) => !blockedPairs.has(`${owner} ${id}`)))
    const role = await findRole(owner, memberId)
    asked += 1
    const days = random.pick([2, 7, 14])
    const isInvitation = random.fraction() < 0.15
    const askedAt = new Date(now)
    const id = await createJoinRequestFixture(db, role.id, memberId, {
      askedAt,
      days,
      ...(isInvitation && { invitedBy: owner }),
    })
    const actorId = isInvitation ? owner : memberId
    await insertEvent(db, 'join-request.created', { subjectId: id, actorId, data: {} })
    const request: ModelRequest = {
      id,
      ownerId: owner,
      memberId,
      roleId: role.id,
      isInvitation,
      askedAt: askedAt.getTime(),
      dueAt: askedAt.getTime() + days * DAY_MS,
      state: 'waiting',
      answeredAt: null,
      isUnanswered: false,
    }
    model.requests.set(id, request)
    const outcome = random.pick(SIMULATED_OUTCOMES)
    // Some come after the date, before the clock has ended the request.
    const at = now + random.fraction() * (request.dueAt - now) + (random.fraction() < 0.02 ? 1 : 0)
    if (outcome !== 'silence') actions.push({ at, run: () => decide(request, outcome) })
  }

  /** An open role of the owner, who confirms those that are paused, or starts another project. */
  async function findRole(owner: string, memberId: string): Promise<{ id: string }> {
    for (;;) {
      const { rows } = await sql<{ id: string }>`
        select roles.id from roles join posts on posts.id = roles.post_id
        where author_id = ${owner} and state = 'open' and not exists (
          select from join_requests where join_requests.post_id = posts.id and member_id = ${memberId}
            and join_requests.state in ('waiting', 'talking', 'accepted'))`.execute(db)
      if (rows.length > 0) return random.pick(rows)
      if (!(await confirmRoles(owner))) await createProject(owner)
    }
  }

  async function confirmRoles(owner: string): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update roles set state = 'open', paused_by = null from posts
      where posts.id = roles.post_id and author_id = ${owner} and paused_by = 'unanswered'`.execute(
      db,
    )
    return numAffectedRows > 0n
  }

  async function decide(request: ModelRequest, outcome: SimulatedOutcome): Promise<void> {
    if (!model.isLive(request.id)) return
    const { id, ownerId, memberId, roleId, isInvitation } = request
    if (outcome === 'talk' || outcome === 'accept' || outcome === 'decline') {
      const key = { id, memberId: isInvitation ? memberId : ownerId }
      await answerJoinRequest(deps, key, {
        answer: outcome,
        reason: 'later',
        note: '',
        message: 'Hello',
      })
      await setAnswerTimes(db, request, now)
      model.answer(id, now, outcome === 'talk')
      if (outcome === 'accept') {
        const filled = await selectDeclinedAsFilled(db, roleId)
        model.endLive((each) => filled.has(each.id), 'final')
      }
      if (outcome === 'talk') await startTalk(request)
    } else if (outcome === 'withdraw') {
      await withdrawJoinRequest(deps, { id, memberId: isInvitation ? ownerId : memberId })
      request.state = 'withdrawn'
    } else if (outcome === 'block') {
      blockedPairs.add(`${ownerId} ${memberId}`)
      const block = { member_id: ownerId, other_id: memberId }
      await db.insertInto('blocks').values(block).execute()
      const isBetween = (each: ModelRequest) =>
        each.ownerId === ownerId && each.memberId === memberId
      model.endLive(isBetween, 'withdrawn')
    } else if (outcome === 'delete-role') {
      await db.deleteFrom('roles').where('id', '=', roleId).execute()
      model.endLive((each) => each.roleId === roleId, 'final')
      await createProject(ownerId)
    } else {
      await joinRequestErasure.deleteBatch(deps as Deps, memberId)
      model.forget(memberId)
      members.splice(members.indexOf(memberId), 1)
    }
  }

  /** Some messages, and maybe a decision in the end; otherwise the talks become quiet. */
  async function startTalk(request: ModelRequest): Promise<void> {
    await setMessageTime(db, request, now)
    let at = now
    for (let left = random.below(4); left > 0; left -= 1) {
      at += random.fraction() * 40 * DAY_MS
      actions.push({ at, run: () => write(request) })
    }
    const outcome = random.pick(['accept', 'decline', 'withdraw', 'quiet', 'quiet'] as const)
    at += random.fraction() * 20 * DAY_MS
    if (outcome !== 'quiet') actions.push({ at, run: () => decide(request, outcome) })
  }

  async function write(request: ModelRequest): Promise<void> {
    if (request.state !== 'talking' || !model.isLive(request.id)) return
    const { memberId, ownerId } = request
    await sql`select from insert_message(${memberId}, ${ownerId}, 'Hello', null, true)`.execute(db)
    await setMessageTime(db, request, now)
  }

  async function summarize() {
    const { rows } = await sql<{ open: number; late: number; ended: number; paused: number }>`
      select count(*) filter (where state in ('waiting', 'talking'))::integer as open,
        count(*) filter (where reason = 'no-answer' and ended_at > due_at + interval '5 minutes')::integer as late,
        count(*) filter (where state = 'ended')::integer as ended,
        count(*) filter (where has_paused_roles)::integer as paused
      from join_requests`.execute(db)
    let wrongRates = 0
    let shownRates = 0
    for (const owner of owners) {
      const [shown, expected] = [await selectAnswers(db, owner), model.computeAnswers(owner)]
      if (shown) shownRates += 1
      if (JSON.stringify(shown) !== JSON.stringify(expected)) wrongRates += 1
    }
    const states = [...model.requests.values()].filter(({ id }) => model.isLive(id)).length
    return {
      requests: asked,
      steps,
      shownRates,
      wrongRates,
      modelOpen: states,
      open: 0,
      late: 0,
      ended: 0,
      paused: 0,
      ...rows[0],
      ...(await countNotifications(db)),
    }
  }
}
