import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Queryable } from './db/database.ts'
import type { Deps } from './deps.ts'
import type { EventSubscribers } from './events/subscribers.ts'
import type { RepeatErasure } from './erasures/repeat-erasure.ts'
import type { ErasureKind } from './erasures/erasure-kinds.ts'
import type { Backfill } from './jobs/backfills/backfill.ts'
import type { JobHandler } from './jobs/define-job.ts'
import type { IntervalTask } from './jobs/interval-task.ts'
import type { QueuedMailTemplate } from './mail/mail-template.ts'
import type { SocketFeature } from './realtime/socket-feature.ts'

/** A part of the product, as the app, the worker, the erasure of members and the import rules know it. */
export interface Feature {
  name: string
  /** The features whose files this one may import. `pnpm check` reads this line. */
  needs: readonly string[]
  routes?: FastifyPluginAsync<Deps>
  socket?: (app: FastifyInstance, deps: Deps) => SocketFeature
  jobs?: readonly JobHandler[]
  intervalTasks?: readonly IntervalTask[]
  /** What fills rows that were there before a release. Removed with the migration of `after/` that demands it. */
  backfills?: readonly Backfill[]
  /** What the feature does when something happened, in its own tables or by a job. */
  events?: EventSubscribers
  mails?: readonly QueuedMailTemplate[]
  /** Absent if all rows about a member are few, and go with the row in `members` by their foreign keys. */
  eraseMember?: MemberErasure
  /** How to erase once more what a restored backup brought back. */
  repeatErasures?: Partial<Record<ErasureKind, RepeatErasure>>
}

/** How a feature deletes what a deleted member left. */
export interface MemberErasure {
  /** Deletes a batch, which commits by itself and is idempotent. Returns whether there may be more. */
  deleteBatch: (deps: Deps, memberId: string) => Promise<boolean>
  /** Whether a request that was under way has added something since. The member is locked, so nothing can follow. */
  hasRows: (tx: Queryable, memberId: string) => Promise<boolean>
  /** Deletes what must go in the same transaction as the member. */
  deleteWithMember?: (tx: Queryable, memberId: string) => Promise<void>
}

export function defineFeature<const F extends Feature>(feature: F): F {
  return feature
}
