import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { sql } from 'kysely'
import { PendingReads } from '../../db/caches/pending-reads.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import type { Member } from '../../http/access.ts'

declare module 'fastify' {
  interface FastifyInstance {
    hiddenMembers: HiddenMembers
  }
}

/** The one of this process, so that all features read from the same cache. */
export function getHiddenMembers(app: Pick<FastifyInstance, 'hiddenMembers'>): HiddenMembers {
  return app.hiddenMembers
}

/** About 30 MB. */
const CACHED_IDS_MAX = 300_000
export const NO_HIDDEN_MEMBERS: ReadonlySet<string> = new Set()

/**
 * Those whom a member blocked or muted, cached by the member and by how often that has changed. The lookup of a session reads
 * that number, so the copy of a process is as recent as the lookup, and a member who never hid anybody costs no query.
 */
export class HiddenMembers {
  readonly #db: Database
  readonly #cache = new LRUCache<string, ReadonlySet<string>>({
    maxSize: CACHED_IDS_MAX,
    sizeCalculation: (hidden) => hidden.size + 1,
  })
  readonly #pending = new PendingReads<ReadonlySet<string>>()

  constructor(db: Database) {
    this.#db = db
  }

  async read({ id, hiddenChanges }: Pick<Member, 'id' | 'hiddenChanges'>) {
    if (hiddenChanges === 0) return NO_HIDDEN_MEMBERS
    const key = `${id} ${hiddenChanges}`
    const cached = this.#cache.get(key)
    if (cached) return cached
    return this.#pending.share(key, async () => {
      const hidden = await selectHidden(this.#db, id)
      this.#cache.set(key, hidden)
      return hidden
    })
  }
}

async function selectHidden(db: Database, memberId: string): Promise<ReadonlySet<string>> {
  const rows = await hiddenStatement.run(db, { memberId })
  return new Set(rows.map(({ id }) => id))
}

export const hiddenStatement = prepareStatement<{ memberId: string }, { id: string }>(
  (placeholder) =>
    toCompilable(sql`
    select other_id as id from blocks where member_id = ${placeholder('memberId')}
    union
    select other_id from mutes where member_id = ${placeholder('memberId')}`),
)
