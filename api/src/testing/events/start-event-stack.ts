import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { Queryable } from '../../platform/db/database.ts'
import type { EventKind } from '../../platform/events/catalog.ts'
import { createEventMetrics } from '../../platform/events/event-metrics.ts'
import { startEventRelay, type RelayOptions } from '../../platform/events/event-relay.ts'
import { insertEvent, insertEventsFrom } from '../../platform/events/insert-event.ts'
import type { EventSubscribers } from '../../platform/events/subscribers.ts'
import { startWorkerStack } from '../start-worker-stack.ts'
import { readEffects } from './record-effects.ts'

/** Short, so that tests wait neither for a poll nor for a retry. */
const QUICK: Partial<RelayOptions> = { pollIntervalMs: 10, retryDelaySeconds: 0 }

/** A database with relays to start on it; see `recordEffects` for a subscriber. */
export async function startEventStack(stackOptions: Parameters<typeof startWorkerStack>[0] = {}) {
  const stack = await startWorkerStack(stackOptions)
  const registry = new Registry()
  const metrics = createEventMetrics(registry)
  const relays: ReturnType<typeof startEventRelay>[] = []

  return {
    ...stack,
    readMetrics: () => registry.metrics(),
    startRelay: (subscribers: EventSubscribers[], options: Partial<RelayOptions> = {}) => {
      const log = pino({ level: 'silent' })
      const all = { deps: stack, subscribers, metrics, log, options: { ...QUICK, ...options } }
      relays.push(startEventRelay(all))
    },
    countEvents: async () => (await stack.db.selectFrom('events').select('id').execute()).length,
    readEffects: () => readEffects(stack.db),
    async [Symbol.asyncDispose]() {
      await Promise.all(relays.map((relay) => relay.stop()))
      await stack[Symbol.asyncDispose]()
    },
  }
}

/** Inserts an event about nothing that exists; returns the id of its subject. */
export async function insertTestEvent(
  tx: Queryable,
  kind: EventKind = 'post.imported',
): Promise<string> {
  const subjectId = randomUUID()
  await insertEvent(tx, kind, { subjectId, actorId: null, data: {} })
  return subjectId
}

/** The same for many events, in one statement. */
export async function insertTestEvents(db: Queryable, count: number): Promise<string[]> {
  const subjectIds = Array.from({ length: count }, () => randomUUID())
  const from = sql`unnest(${subjectIds}::uuid[]) as subject (id)`
  const columns = { from, subjectId: sql`id`, actorId: sql`null::uuid`, data: {} }
  await insertEventsFrom('post.imported', columns).execute(db)
  return subjectIds
}
