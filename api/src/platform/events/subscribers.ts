import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { EventKind, EventOf } from './catalog.ts'

/**
 * Handles events of a kind: every effect inside PostgreSQL goes through `tx`, which commits together with the removal of
 * the events, so it happens exactly once. What leaves PostgreSQL becomes a job in `tx`. A subscriber that throws is called
 * again with fewer events at a time; it may rely on no order among them. What it returns runs once the transaction has
 * committed.
 */
export type EventSubscriber<Kind extends EventKind> = (
  tx: Queryable,
  events: EventOf<Kind>[],
  deps: Deps,
) => Promise<AfterCommit | void>

/**
 * A hint to browsers, which would find nothing new if it came before the commit. It runs at most once: a process that ends
 * in between gives no hint.
 */
export type AfterCommit = () => Promise<void>

/** What one feature does when something happened. */
export type EventSubscribers = { [Kind in EventKind]?: EventSubscriber<Kind> }
