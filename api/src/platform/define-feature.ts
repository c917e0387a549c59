import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Queryable } from './db/database.ts'
import type { AppDeps, Deps } from './deps.ts'
import type { EventSubscribers } from './events/subscribers.ts'
import type { RepeatErasure } from '../privacy/erasures/repeat-erasure.ts'
import type { ExportSection } from '../privacy/exports/export-section.ts'
import type { ErasureKind } from '../privacy/erasures/erasure-kinds.ts'
import type { Backfill } from './jobs/backfills/backfill.ts'
import type { JobHandler } from './jobs/define-job.ts'
import type { IntervalTask } from './jobs/interval-task.ts'
import type { QueuedMailTemplate } from './mail/mail-template.ts'
import type { SocketFeature } from './realtime/socket-feature.ts'
import type { WaitingRows } from './telemetry/database-gauges.ts'

/** Locks what a feature stores for two members. */
export type LockPair = (tx: Queryable, memberId: string, otherId: string) => Promise<void>

declare module 'fastify' {
  interface FastifyInstance {
    /** `lockPair` of all features. */
    pairLocks: readonly LockPair[]
  }
}

/** A part of the product, as the app, the worker, the erasure of members and the import rules know it. */
export interface Feature {
  name: string
  /** The features whose files this one may import, in the API and in the web app. `pnpm check` reads this line. */
  needs: { api: readonly string[]; web: readonly string[] }
  routes?: FastifyPluginAsync<AppDeps>
  socket?: (app: FastifyInstance, deps: Deps) => SocketFeature
  jobs?: readonly JobHandler[]
  /** Jobs that need `exportMember` of all features. */
  exportJobs?: (sections: readonly ExportSection[]) => readonly JobHandler[]
  intervalTasks?: readonly IntervalTask[]
  /** What fills rows that were there before a release. Removed with the migration of `after/` that demands it. */
  backfills?: readonly Backfill[]
  /** What the feature does when something happened, in its own tables or by a job. */
  events?: EventSubscribers
  mails?: readonly QueuedMailTemplate[]
  /** Tables whose rows wait for the feature's tasks. */
  waiting?: readonly WaitingRows[]
  /** Absent if all rows about a member are few, and go with the row in `members` by their foreign keys. */
  eraseMember?: MemberErasure
  /** What the feature's tables give to a member's copy of their data. */
  exportMember?: readonly ExportSection[]
  /** How to erase again what a restored backup brought back. */
  repeatErasures?: Partial<Record<ErasureKind, RepeatErasure>>
  /** Called before the first member blocks the other, in the same transaction: what is sent meanwhile commits first, or finds the block. */
  lockPair?: LockPair
  /** What keeps a restored database from doing again what was done after the backup. */
  afterRestore?: (tx: Queryable) => Promise<void>
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
