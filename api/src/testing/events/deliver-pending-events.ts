import type { Deps } from '../../platform/deps.ts'
import { deliverBatch } from '../../platform/events/deliver-batch.ts'
import type { EventSubscribers } from '../../platform/events/subscribers.ts'

const OPTIONS = { size: 200, retryDelaySeconds: 1, timeoutMs: 30_000 }

/** Delivers the waiting events until none is left, as a relay does; fails if a subscriber does. */
export async function deliverPendingEvents(
  deps: Pick<Deps, 'db'>,
  subscribers: readonly EventSubscribers[],
): Promise<void> {
  for (;;) {
    // Subscribers that need more than the database are not for these tests.
    const { claimed, failures, hintErrors } = await deliverBatch(deps as Deps, subscribers, OPTIONS)
    if (failures[0]) throw failures[0].error
    if (hintErrors[0]) throw hintErrors[0]
    if (claimed === 0) return
  }
}
