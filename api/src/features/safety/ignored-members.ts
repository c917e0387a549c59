import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/db/database.ts'
import { sql } from 'kysely'
import { PendingReads } from '../../platform/db/caches/pending-reads.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import type { Member } from '../../platform/http/access.ts'

declare module 'fastify' {
  interface FastifyInstance {
    ignoredMembers: IgnoredMembers
  }
}

/** The one of this process, so that all features read from the same cache. */
export function getIgnoredMembers(app: Pick<FastifyInstance, 'ignoredMembers'>): IgnoredMembers {
  return app.ignoredMembers
}

/** About 30 MB. */
const CACHED_IDS_MAX = 300_000
export const NO_IGNORED_MEMBERS: ReadonlySet<string> = new Set()

/**
 * Those whom a member blocked or muted, cached by the member and by how often that has changed. The lookup of a session reads
 * that number, so the copy of a process is as recent as the lookup, and a member who never ignored anybody costs no query.
 */
export class IgnoredMembers {
  readonly #db: Database
  readonly #cache = new LRUCache<string, ReadonlySet<string>>({
    maxSize: CACHED_IDS_MAX,
    sizeCalculation: (ignored) => ignored.size + 1,
  })
  readonly #pending = new PendingReads<ReadonlySet<string>>()

  constructor(db: Database) {
    this.#db = db
  }

  async read({ id, ignoredChanges }: Pick<Member, 'id' | 'ignoredChanges'>) {
    if (ignoredChanges === 0) return NO_IGNORED_MEMBERS
    const key = `${id} ${ignoredChanges}`
    const cached = this.#cache.get(key)
    if (cached) return cached
    return this.#pending.share(key, async () => {
      const ignored = await selectIgnored(this.#db, id)
      this.#cache.set(key, ignored)
      return ignored
    })
  }
}

async function selectIgnored(db: Database, memberId: string): Promise<ReadonlySet<string>> {
  const rows = await ignoredStatement.run(db, { memberId })
  return new Set(rows.map(({ id }) => id))
}

export const ignoredStatement = prepareStatement<{ memberId: string }, { id: string }>(
  (placeholder) =>
    toCompilable(sql`
    select other_id as id from blocks where member_id = ${placeholder('memberId')}
    union
    select other_id from mutes where member_id = ${placeholder('memberId')}`),
)
