import type { Deps } from '../deps.ts'
import { eraseMember } from '../erase-member.ts'
import type { Erasure, ErasureKind } from '../erasures/erasure-kinds.ts'
import type { RepeatErasure } from '../erasures/repeat-erasure.ts'
import { features } from '../features.ts'
import { deletePostContentTask } from '../features/posts/jobs.ts'
import { pictureJobs } from '../files/jobs.ts'
import { removeErasedFiles, repeatPictureErasure } from '../files/repeat-picture-erasure.ts'
import { runQueuedJobs } from '../jobs/run-queued-jobs.ts'

/** Every kind, and how it is repeated. */
export const repetitions: Partial<Record<ErasureKind, RepeatErasure>> = Object.assign(
  { picture: repeatPictureErasure },
  ...features.map(({ repeatErasures }) => repeatErasures ?? {}),
)

/** Repeats each erasure in a transaction of its own, then does at once what workers do later: nothing of it is left at the end. */
export async function repeatErasures(deps: Deps, erasures: readonly Erasure[]): Promise<void> {
  for (const { kind, subject } of erasures) {
    const repeat = repetitions[kind]
    if (!repeat) throw new Error(`No feature repeats the erasure of a ${kind}`)
    await deps.db.transaction().execute((tx) => repeat(tx, subject, deps))
  }
  const ofKind = (kind: ErasureKind) => erasures.filter((erasure) => erasure.kind === kind)
  for (const { subject } of ofKind('account')) await eraseMember(deps, features, subject)
  const deleteContent = () =>
    deps.db.transaction().execute((tx) => deletePostContentTask.run(tx, deps.db))
  while (await deleteContent());
  await runQueuedJobs(deps, pictureJobs)
  for (const { subject } of ofKind('picture')) await removeErasedFiles(deps.files, subject)
}
