import * as contract from '@dolph/contract/join-requests/join-requests'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Queryable } from '../../platform/db/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/insert-event.ts'
import {
  createLimitedRefusal,
  isRestricted,
  selectRestrictions,
} from '../../platform/http/restrictions.ts'
import { confirmProjectRoles } from '../projects/confirm-project-roles.ts'
import {
  joinRequestNotFound,
  lockJoinRequest,
  type LockedJoinRequest,
} from './locked-join-request.ts'
import { takeSeat } from './take-seat.ts'
import { sendFirstMessage, type FirstMessage } from './send-first-message.ts'

type Answer = z.output<typeof contract.answerJoinRequest.schema.body>

interface Answered {
  /** Whether this is the first answer to the request, and before its date. */
  isInTime: boolean
  isAccepted: boolean
}

/** Answers a join request: the state, the seat, the first message and the events are one transaction. */
export async function answerJoinRequest(
  deps: Pick<Deps, 'db' | 'bus' | 'redis'>,
  key: { id: string; memberId: string },
  answer: Answer,
): Promise<Answered> {
  let firstMessage: FirstMessage | undefined
  const answered = await deps.db.transaction().execute(async (tx) => {
    const takesSeat = answer.answer === 'accept'
    const request = await lockJoinRequest(tx, key, { takesSeat })
    if (request.isOwner === request.isInvitation) throw joinRequestNotFound()
    if (isRepeatable(request, answer)) {
      const { isNew } = await sendFirstMessage(tx, request, key.memberId, answer)
      if (isNew) refuseAnswered(request, answer)
      return { isInTime: false, isAccepted: false }
    }
    refuseAnswered(request, answer)
    if (answer.note !== '') await refuseLimitedNote(tx, key.memberId)
    if (takesSeat) await takeSeat(tx, request, key.memberId)
    const isInTime = await updateAnswer(tx, request, key.memberId, answer)
    await insertEvent(tx, 'join-request.answered', {
      subjectId: request.id,
      actorId: key.memberId,
      data: {},
    })
    if (request.isOwner && request.postId !== null) await confirmProjectRoles(tx, request.postId)
    // The message is the last step, because it locks the conversation, for which others wait.
    if (answer.answer === 'talk')
      firstMessage = await sendFirstMessage(tx, request, key.memberId, answer)
    return { isInTime, isAccepted: takesSeat }
  })
  firstMessage?.publish(deps)
  return answered
}

/** Withdraws what the caller, or another owner, has sent. */
export async function withdrawJoinRequest(
  { db }: Pick<Deps, 'db'>,
  key: { id: string; memberId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const request = await lockJoinRequest(tx, key)
    if (request.isOwner !== request.isInvitation) throw joinRequestNotFound()
    if (request.state !== 'waiting' && request.state !== 'talking')
      throw new Refusal('conflict', contract.ANSWERED_TEXTS[request.state])
    await sql`
      update join_requests set state = 'withdrawn', ended_at = clock_timestamp() where id = ${request.id}`.execute(
      tx,
    )
    await insertEvent(tx, 'join-request.withdrawn', {
      subjectId: request.id,
      actorId: key.memberId,
      data: {},
    })
  })
}

/** Whether it may be the same answer once more, because its reply was lost. */
function isRepeatable({ state }: LockedJoinRequest, { answer, tempId }: Answer): boolean {
  return state === 'talking' && answer === 'talk' && tempId !== undefined
}

function refuseAnswered({ state }: LockedJoinRequest, { answer }: Answer): void {
  if (state === 'waiting' || (state === 'talking' && answer !== 'talk')) return
  throw new Refusal('conflict', contract.ANSWERED_TEXTS[state])
}

/** The note is a message to the other side: a member who may not send messages answers without it. */
async function refuseLimitedNote(tx: Queryable, memberId: string): Promise<void> {
  const member = { id: memberId, restrictions: await selectRestrictions(tx, memberId) }
  if (isRestricted(member, 'messaging')) throw await createLimitedRefusal(tx, member, 'messaging')
}

const NEXT_STATES = { talk: 'talking', accept: 'accepted', decline: 'declined' } as const

/** Returns whether it is the first answer and before its date. `answered_at` and `answered_by` stay those of the first answer. */
async function updateAnswer(
  tx: Queryable,
  { id, isOwner }: LockedJoinRequest,
  memberId: string,
  { answer, reason, note }: Answer,
): Promise<boolean> {
  const nextState = NEXT_STATES[answer]
  const { rows } = await sql<{ isInTime: boolean }>`
    with before as (select answered_at from join_requests where id = ${id})
    update join_requests set state = ${nextState}, answer = ${note},
      reason = ${answer === 'decline' ? (reason ?? null) : null},
      answered_at = coalesce(join_requests.answered_at, clock_timestamp()),
      answered_by = coalesce(answered_by, ${isOwner ? memberId : null}::uuid),
      ended_at = case when ${nextState} <> 'talking' then clock_timestamp() end,
      next_at = case when ${nextState} = 'talking'
        then clock_timestamp() + make_interval(days => ${sql.lit(contract.QUIET_TALK_DAYS)}) else next_at end
    from before where id = ${id}
    returning before.answered_at is null and due_at > clock_timestamp() as "isInTime"`.execute(tx)
  return rows[0]?.isInTime ?? false
}
