import { sql } from 'kysely'
import type { Feature, MemberErasure } from '../platform/define-feature.ts'
import type { Deps } from '../platform/deps.ts'
import { eraseMemberEvents } from '../platform/events/erase-member-events.ts'
import { eraseMemberJob } from './erase-member-job.ts'
import { handleJob, type JobHandler } from '../platform/jobs/define-job.ts'

/**
 * The job that deletes everything that names a deleted member, feature by feature, the member last. It runs in batches, so
 * another worker can continue where one died.
 */
export function createEraseMemberJob(features: readonly Feature[]): JobHandler {
  return handleJob(eraseMemberJob, async ({ memberId }, deps) =>
    eraseMember(deps, features, memberId),
  )
}

export async function eraseMember(
  deps: Deps,
  features: readonly Feature[],
  memberId: string,
): Promise<void> {
  const erasures = features.flatMap(({ eraseMember: erasure }) => erasure ?? [])
  do {
    for (const { deleteBatch } of erasures) while (await deleteBatch(deps, memberId));
  } while (!(await deleteMember(deps, erasures, memberId)))
}

/** False if a request that was under way at the deletion has added something since. */
async function deleteMember(
  { db }: Deps,
  erasures: MemberErasure[],
  memberId: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // The lock stops new references to the member.
    await sql`select from members where id = ${memberId} for update`.execute(tx)
    for (const { hasRows } of erasures) if (await hasRows(tx, memberId)) return false
    for (const { deleteWithMember } of erasures) await deleteWithMember?.(tx, memberId)
    await eraseMemberEvents(tx, memberId)
    await tx.deleteFrom('members').where('id', '=', memberId).execute()
    return true
  })
}
