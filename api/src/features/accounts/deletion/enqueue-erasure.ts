import type { Queryable } from '../../../platform/db/database.ts'
import type { EventOf } from '../../../platform/events/catalog.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import { eraseMemberJob } from '../../../privacy/erase-member-job.ts'

/** Erasing a member takes many transactions, so the subscriber only enqueues the job that does it, once per member. */
export async function enqueueErasure(
  tx: Queryable,
  events: EventOf<'member.deleted'>[],
): Promise<void> {
  for (const { subjectId: memberId } of events)
    await enqueueJob(tx, eraseMemberJob, { memberId }, { key: `delete-member ${memberId}` })
}
