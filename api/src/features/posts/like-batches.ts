import type { Database } from '../../platform/db/database.ts'
import { isTransientDatabaseError } from '../../platform/db/transient-database-error.ts'
import { setLike, setLikes, type Like, type LikeState } from './likes.ts'

const BATCH_MAX = 100

interface WaitingLike {
  memberId: string
  liked: boolean | undefined
  resolve: (state: LikeState | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Likes of one post wait for each other at its counter. Here a post has at most one statement at a time: the likes that come meanwhile
 * follow together in the next one, so that a post that everybody likes holds one connection and not all of them.
 */
export class LikeBatches {
  readonly #db: Database
  /** Only posts with a running statement have an entry. */
  readonly #waiting = new Map<string, WaitingLike[]>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Likes or unlikes a post; without `liked`, toggles. Undefined when there is no such post. */
  async setLike({ postId, memberId }: Like, liked?: boolean): Promise<LikeState | undefined> {
    const waiting = this.#waiting.get(postId)
    if (waiting) {
      return new Promise((resolve, reject) => {
        waiting.push({ memberId, liked, resolve, reject })
      })
    }
    this.#waiting.set(postId, [])
    try {
      return await setLike(this.#db, { postId, memberId }, liked)
    } finally {
      void this.#runWaiting(postId)
    }
  }

  async #runWaiting(postId: string): Promise<void> {
    for (
      let waiting = this.#waiting.get(postId);
      waiting?.length;
      waiting = this.#waiting.get(postId)
    ) {
      const { batch, later } = chooseBatch(waiting)
      this.#waiting.set(postId, later)
      await this.#runBatch(postId, batch)
    }
    this.#waiting.delete(postId)
  }

  async #runBatch(postId: string, batch: WaitingLike[]): Promise<void> {
    const [{ liked } = {}] = batch
    if (liked === undefined || batch.length === 1) return this.#runOneByOne(postId, batch)
    const memberIds = batch.map(({ memberId }) => memberId)
    try {
      const counts = await setLikes(this.#db, { postId, memberIds }, liked)
      for (const { memberId, resolve } of batch) {
        const likeCount = counts.get(memberId)
        resolve(likeCount === undefined ? undefined : { likeCount, isLiked: liked })
      }
    } catch (error) {
      // A member of the batch may have been deleted meanwhile: the likes of the others stay possible.
      if (!isTransientDatabaseError(error)) return this.#runOneByOne(postId, batch)
      // The database does not answer: the others would only wait for the same.
      const waiting = this.#waiting.get(postId) ?? []
      for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error)
    }
  }

  async #runOneByOne(postId: string, batch: WaitingLike[]): Promise<void> {
    for (const { memberId, liked, resolve, reject } of batch)
      await setLike(this.#db, { postId, memberId }, liked).then(resolve, reject)
  }
}

/** The first and all that can share its statement: of other members, with the same wish. The likes of one member keep their order. */
function chooseBatch(waiting: WaitingLike[]) {
  const [first] = waiting
  const max = first?.liked === undefined ? 1 : BATCH_MAX
  const batch: WaitingLike[] = []
  const later: WaitingLike[] = []
  const seen = new Set<string>()
  for (const like of waiting) {
    const isChosen = batch.length < max && like.liked === first?.liked && !seen.has(like.memberId)
    ;(isChosen ? batch : later).push(like)
    seen.add(like.memberId)
  }
  return { batch, later }
}
