import { DECLINE_TEXTS, DeclineReason } from '@dolph/contract/join-requests/join-requests'
import type { JoinRequestState } from '@dolph/contract/join-requests/join-request-state'
import { sql, type Insertable } from 'kysely'
import type { Queryable } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { createIds, insertInBatches } from '../insert-rows.ts'
import { SAMPLE_BLOCKS } from '../safety/sample-ignored-members.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import type { StoredRole } from './sample-roles.ts'
import { DAY_MS, FIRST_USERNAMES, type SampleWorld } from './sample-world.ts'

const STATES: JoinRequestState[] = ['waiting', 'talking', 'declined', 'withdrawn', 'ended']
const OPEN_PER_MEMBER_MAX = 6

interface PlannedRequest {
  role: StoredRole
  username: string
  state: JoinRequestState
  isInvitation: boolean
}

const ACCEPT_TEXT =
  'Good to have you with us. Take any open issue that you like, and ask whatever is unclear.'

/** Requests in every state. Those who were accepted are on the team. */
export async function insertJoinRequests(
  tx: Queryable,
  roles: StoredRole[],
  world: SampleWorld,
): Promise<void> {
  const random = createSeededRandom('join requests')
  const planned = planRequests(random, roles, world)
  const createdAt = planned.map((request) => pickTime(random, request, world.now))
  const ids = await createIds(tx, createdAt)
  const rows = planned.map((request, index) =>
    createRow(random, request, {
      world,
      id: ids[index] ?? '',
      createdAt: createdAt[index] ?? world.now,
    }),
  )
  await insertInBatches(tx, 'join_requests', rows)
  // A role has as many seats taken as members were found for it.
  await sql`
    update roles set seats = greatest(accepted, 1), filled = accepted, state = case when accepted = 0 then 'closed' else state end
    from (
      select roles.id, (select count(*) from join_requests where role_id = roles.id and state = 'accepted') as accepted
      from roles where state = 'filled') as taken
    where taken.id = roles.id and accepted < seats
  `.execute(tx)
  await sql`
    insert into team_members (post_id, member_id, role_id, role_title, is_co_owner, joined_at)
    select distinct on (post_id, member_id) post_id, member_id, role_id, role_title, get_byte(temp_digest, 7) < 32, answered_at
    from join_requests where state = 'accepted' order by post_id, member_id, id
  `.execute(tx)
}

function planRequests(random: SeededRandom, roles: StoredRole[], { members, now }: SampleWorld) {
  const planned: PlannedRequest[] = []
  const askable = members.filter(({ profile }) => profile.skills.length > 0)
  const isFree = (role: StoredRole, username: string) =>
    username !== role.project.author &&
    !isBlockedPair(username, role.project.author) &&
    !planned.some(
      (each) => each.username === username && each.role.project.id === role.project.id,
    ) &&
    planned.filter((each) => each.username === username && isOpenState(each.state)).length <
      OPEN_PER_MEMBER_MAX
  const add = (
    role: StoredRole,
    username: string | undefined,
    state: JoinRequestState,
    isInvitation = false,
  ) => {
    if (username !== undefined && isFree(role, username))
      planned.push({ role, username, state, isInvitation })
  }

  const openRoles = roles.filter(({ state }) => state === 'open')
  // Each of them has sent requests in every state, and has some to answer.
  for (const username of FIRST_USERNAMES) {
    const others = openRoles.filter(({ project }) => project.author !== username).toReversed()
    for (const [index, state] of STATES.entries()) {
      const role = others
        .slice(index * 3)
        .find((each) => isFree(each, username) && (state !== 'ended' || canHaveEnded(each, now)))
      if (role) add(role, username, state)
    }
    const inviting = others.slice(20).find((role) => isFree(role, username))
    if (inviting) add(inviting, username, 'waiting', true)
    const own = openRoles.findLast(({ project }) => project.author === username)
    const asking = random
      .shuffle(askable)
      .filter((other) => own !== undefined && isFree(own, other.username))
    for (const other of asking.slice(0, 4)) if (own) add(own, other.username, 'waiting')
  }
  for (const role of roles) {
    const people = random.shuffle(askable).map(({ username }) => username)
    // A seat is taken by a member who was accepted.
    for (let seat = 0; seat < role.filled; seat += 1) {
      const accepted = people.find((username) => isFree(role, username))
      add(role, accepted, 'accepted')
    }
    const count = random.nextInteger(4)
    for (const username of people.slice(0, count)) {
      const state = role.state === 'open' ? random.pickOne(STATES) : 'declined'
      add(role, username, state === 'ended' && !canHaveEnded(role, now) ? 'withdrawn' : state)
    }
  }
  return planned
}

function isOpenState(state: JoinRequestState): boolean {
  return state === 'waiting' || state === 'talking'
}

function isBlockedPair(one: string, other: string): boolean {
  return SAMPLE_BLOCKS.some((pair) => pair.includes(one) && pair.includes(other))
}

/** Whether a request to join by this role can have come due, with a day to spare. */
function canHaveEnded({ project, createdAt }: StoredRole, now: Date): boolean {
  return now.getTime() - createdAt.getTime() > (project.replyDays + 2) * DAY_MS
}

/** After the role was created; one that waits is not due yet, one that ended was. */
function pickTime(random: SeededRandom, { role, state }: PlannedRequest, now: Date): Date {
  const age = now.getTime() - role.createdAt.getTime()
  const replyMs = role.project.replyDays * DAY_MS
  const share = 0.1 + random.nextFloat() * 0.7
  if (isOpenState(state)) return new Date(now.getTime() - Math.min(age, replyMs) * share)
  if (state === 'ended')
    return new Date(role.createdAt.getTime() + (age - replyMs - DAY_MS) * share)
  return new Date(now.getTime() - age * share)
}

interface RowOptions {
  world: SampleWorld
  id: string
  createdAt: Date
}

function createRow(
  random: SeededRandom,
  { role, username, state, isInvitation }: PlannedRequest,
  { world: { getMemberId, members, now }, id, createdAt }: RowOptions,
): Insertable<Tables['join_requests']> {
  const { project } = role
  const replyMs = project.replyDays * DAY_MS
  const at = (share: number) => new Date(createdAt.getTime() + replyMs * share)
  const passed = (now.getTime() - createdAt.getTime()) / replyMs
  const answeredAt = at(Math.min(passed, 1) * (0.2 + random.nextFloat() * 0.6))
  const isAnswered = state === 'talking' || state === 'accepted' || state === 'declined'
  const reason = state === 'declined' ? random.pickOne(DeclineReason.options) : null
  const remindersSent = state === 'waiting' ? (passed < 0.5 ? 0 : passed < 0.9 ? 1 : 2) : 0
  const skills = members.find((member) => member.username === username)?.profile.skills ?? []
  const isEnded = state === 'ended'
  return {
    id,
    role_id: role.id,
    post_id: project.id,
    role_title: role.title,
    post_title: project.title,
    member_id: getMemberId(username),
    owner_id: getMemberId(project.author),
    sender_id: getMemberId(isInvitation ? project.author : username),
    from_owner: isInvitation,
    note: isInvitation
      ? `You know ${skills[0] ?? 'this'}, and ${project.project.name} could use that. Would you like to join us?`
      : random
          .pickOne(NOTES)
          .replace('%', project.project.name)
          .replace('$', skills[0] ?? 'this kind of work'),
    hours: isInvitation ? null : random.pickOne([2, 4, 6, 8]),
    state,
    reason: isEnded ? 'no-answer' : reason,
    answer: reason
      ? DECLINE_TEXTS[reason].replace('{skill}', skills.at(-1) ?? 'the tools')
      : state === 'accepted' && !isInvitation
        ? ACCEPT_TEXT
        : '',
    due_at: at(1).toISOString(),
    next_at:
      state === 'talking'
        ? new Date(answeredAt.getTime() + 30 * DAY_MS).toISOString()
        : at([0.5, 0.9, 1][remindersSent] ?? 1).toISOString(),
    reminders_sent: isEnded ? 2 : remindersSent,
    answered_at: isAnswered ? answeredAt.toISOString() : null,
    ended_at: getEnd(state, { answeredAt, dueAt: at(1) })?.toISOString() ?? null,
    temp_id: `sample-${id}`,
    temp_digest: Buffer.from(id.replaceAll('-', '').slice(-16), 'hex'),
  }
}

function getEnd(state: JoinRequestState, times: { answeredAt: Date; dueAt: Date }) {
  if (isOpenState(state)) return null
  return state === 'ended' ? times.dueAt : times.answeredAt
}

/** `%` is the name of the project, `$` a skill. */
const NOTES = [
  'I have followed % for a while. I know $ well and would start with the oldest open issue.',
  'I did something similar at work with $, and would like to do it once with more care.',
  '% is what I wanted to build myself. I bring $ and two evenings a week.',
  'I am still learning $, but I finish what I start. Would somebody like me be of use for %?',
  'Happy to take the part that nobody wants. $ is what I do all day.',
]
