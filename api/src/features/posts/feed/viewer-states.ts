import type { Reader } from '../../../platform/db/reader.ts'
import type { ViewerState } from '../post-json.ts'
import { selectViewerStates } from '../queries.ts'

/** A statement for more would keep others waiting. */
const VIEWERS_MAX = 100

type States = ReadonlyMap<string, readonly ViewerState[]>

interface Batch {
  viewerIds: Set<string>
  states: Promise<States>
}

/**
 * Reads how members see the posts of a page. All who ask for the same list of ids in the same moment share one query: members who waited
 * for a shared page do.
 */
export class ViewerStates {
  readonly #reader: Reader
  readonly #batches = new Map<readonly string[], Batch>()

  constructor(reader: Reader) {
    this.#reader = reader
  }

  /** The posts that the member neither likes nor follows are left out. */
  async read(ids: readonly string[], viewerId: string): Promise<readonly ViewerState[]> {
    const batch = this.#batches.get(ids) ?? this.#addBatch(ids)
    batch.viewerIds.add(viewerId)
    if (batch.viewerIds.size >= VIEWERS_MAX) this.#batches.delete(ids)
    return (await batch.states).get(viewerId) ?? []
  }

  #addBatch(ids: readonly string[]): Batch {
    const viewerIds = new Set<string>()
    const batch: Batch = { viewerIds, states: this.#select(ids, viewerIds) }
    this.#batches.set(ids, batch)
    return batch
  }

  async #select(ids: readonly string[], viewerIds: ReadonlySet<string>): Promise<States> {
    // All who wait for the same promise go on before the next tick, and have asked by then.
    await new Promise<void>((resolve) => process.nextTick(resolve))
    this.#batches.delete(ids)
    const states = await selectViewerStates(this.#reader, { ids, viewerIds: [...viewerIds] })
    return Map.groupBy(states, ({ viewerId }) => viewerId)
  }
}
