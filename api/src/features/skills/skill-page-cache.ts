import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { buildSubjectPath, readSkillPage, type SkillPage, type Subject } from './skill-page.ts'

/** A role or post that is closed, hidden or deleted is gone on every process after this time. */
const PAGE_TTL_MS = 1_000
const PAGES_MAX_BYTES = 32 * 1024 * 1024
/** What a page needs besides its reply, and what an unknown skill needs. */
const ENTRY_OVERHEAD_BYTES = 1_024

export type FetchSkillPage = (subject: Subject) => Promise<SkillPage | undefined>

/** Caches the pages of visitors for a second, and that there is none. One query serves all concurrent requests for a page. */
export function createSkillPageCache(db: Database): FetchSkillPage {
  const read = async (subject: Subject) => ({ page: await readSkillPage(db, subject, null) })
  const pages = new LRUCache<string, { page: SkillPage | undefined }, Subject>({
    ttl: PAGE_TTL_MS,
    maxSize: PAGES_MAX_BYTES,
    // The posts are stored a second time, and compressed copies may follow.
    sizeCalculation: ({ page }) => (page?.reply.body.length ?? 0) * 3 + ENTRY_OVERHEAD_BYTES,
    fetchMethod: async (_path, _stale, { context }) => read(context),
    // While the database is down, visitors get the cached page.
    noDeleteOnStaleGet: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  })
  return async (subject) => {
    const entry = await pages.fetch(buildSubjectPath(subject), { context: subject })
    return (entry ?? (await read(subject))).page
  }
}
