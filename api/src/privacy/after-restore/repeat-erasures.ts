import { features } from '../../features.ts'
import { pictures } from '../../features/pictures/feature.ts'
import type { Deps } from '../../platform/deps.ts'
import { runQueuedJobs } from '../../platform/jobs/run-queued-jobs.ts'
import { eraseMember } from '../erase-member.ts'
import type { Erasure, ErasureKind } from '../erasures/erasure-kinds.ts'
import type { RepeatErasure } from '../erasures/repeat-erasure.ts'

/** Deletes likes, comments and pictures of deleted posts. */
const POST_CONTENT_TASK = 'post-content'

/** Every kind, and how it is repeated. */
export const repetitions: Partial<Record<ErasureKind, RepeatErasure>> = Object.assign(
  {},
  ...features.map((feature) => feature.repeatErasures ?? {}),
)

/** Repeats each erasure in a transaction of its own, then does at once what workers do later: nothing of it is left at the end. */
export async function repeatErasures(deps: Deps, erasures: readonly Erasure[]): Promise<void> {
  for (const { kind, subject } of erasures) {
    const repeat = repetitions[kind]
    if (!repeat) throw new Error(`No feature repeats the erasure of a ${kind}`)
    await deps.db.transaction().execute((tx) => repeat(tx, subject, deps))
  }
  const accounts = erasures.filter(({ kind }) => kind === 'account')
  for (const { subject } of accounts) await eraseMember(deps, features, subject)
  await runToTheEnd(deps, POST_CONTENT_TASK)
  await runQueuedJobs(deps, pictures.jobs)
}

/** Runs an interval task until it has nothing left to do. */
async function runToTheEnd({ db }: Deps, name: string): Promise<void> {
  const tasks = features.flatMap(({ intervalTasks = [] }) => intervalTasks)
  const task = tasks.find((each) => each.name === name)
  if (!task) throw new Error(`There is no interval task ${name}`)
  while (await db.transaction().execute((tx) => task.run(tx, db)));
}
