import { sql } from 'kysely'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { EventKind } from './catalog.ts'
import { claimEvents, deliverEvents, type ClaimedEvent } from './deliver-events.ts'
import { endAfterTimeout } from './end-after-timeout.ts'
import { recordEventFailures, type EventFailure } from './failed-events.ts'
import type { AfterCommit, EventSubscribers } from './subscribers.ts'

export interface BatchOptions {
  size: number
  /** Before the second attempt; doubled before each further one. */
  retryDelaySeconds: number
  timeoutMs: number
}

export interface BatchResult {
  claimed: number
  failures: (EventFailure & { isParked: boolean })[]
  /** Errors of what ran after the commit; they change nothing of the batch. */
  hintErrors: unknown[]
}

/**
 * Delivers a batch in one transaction: claim, subscribers, removal. A worker that dies in between leaves neither an effect
 * nor a removal, so the next batch delivers the same events.
 */
export async function deliverBatch(
  deps: Deps,
  subscribers: readonly EventSubscribers[],
  { size, retryDelaySeconds, timeoutMs }: BatchOptions,
): Promise<BatchResult> {
  let events: ClaimedEvent[] = []
  let afterCommit: AfterCommit[] = []
  const runTransaction = async (tx: Queryable) => {
    events = await claimEvents(tx, listKinds(subscribers), size)
    if (events.length === 0) return { claimed: 0, failures: [] }
    const delivery = await endAfterTimeout(deps.db, tx, timeoutMs, () =>
      deliverEvents(tx, deps, subscribers, events),
    )
    const { failures } = delivery
    afterCommit = delivery.afterCommit
    const failedIds = new Set(failures.map(({ id }) => id))
    const doneIds = events.map(({ id }) => id).filter((id) => !failedIds.has(id))
    await sql`delete from events where id = any(${doneIds})`.execute(tx)
    const parkedIds = await recordEventFailures(tx, failures, retryDelaySeconds)
    return {
      claimed: events.length,
      failures: failures.map((each) => ({ ...each, isParked: parkedIds.includes(each.id) })),
    }
  }
  try {
    const result = await deps.db.transaction().execute(runTransaction)
    return { ...result, hintErrors: await runAll(afterCommit) }
  } catch (error) {
    const [only, ...others] = events
    if (!only || others.length > 0) throw error
    // The event itself may have ended the transaction, so it is counted: it must not hold up the others for ever.
    const failure = { id: only.id, kind: only.kind, error }
    const parkedIds = await recordEventFailures(deps.db, [failure], retryDelaySeconds)
    const failures = [{ ...failure, isParked: parkedIds.length > 0 }]
    return { claimed: 1, failures, hintErrors: [] }
  }
}

async function runAll(hints: AfterCommit[]): Promise<unknown[]> {
  const results = await Promise.allSettled(hints.map((giveHint) => giveHint()))
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
}

function listKinds(subscribers: readonly EventSubscribers[]): EventKind[] {
  return [...new Set(subscribers.flatMap((each) => Object.keys(each) as EventKind[]))]
}
