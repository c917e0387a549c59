import type { Readers } from '../../platform/db/standbys/readers.ts'
import { ReadCache } from '../../platform/db/caches/read-cache.ts'
import { buildSubjectPath, readSkillPage, type SkillPage, type Subject } from './skill-page.ts'

/** A role or post that is closed, hidden or deleted is gone on every process after this time. */
const PAGE_TTL_MS = 1_000
const PAGES_MAX_BYTES = 32 * 1024 * 1024
/** What a page needs besides its reply, and what an unknown skill needs. */
const ENTRY_OVERHEAD_BYTES = 1_024

export type FetchSkillPage = (subject: Subject) => Promise<SkillPage | undefined>

/** Caches the pages of visitors for a second, and that there is none. One query serves all concurrent requests for a page. */
export function createSkillPageCache(readers: Readers): FetchSkillPage {
  const pages = new ReadCache<SkillPage | undefined, Subject>({
    ttlMs: PAGE_TTL_MS,
    maxBytes: PAGES_MAX_BYTES,
    // The posts are stored a second time, and compressed copies may follow.
    measureBytes: (page) => (page?.reply.body.length ?? 0) * 3 + ENTRY_OVERHEAD_BYTES,
    read: async (subject) =>
      readers.confirmMissing(async (reader) => readSkillPage(reader, subject, null)),
  })
  return async (subject) => pages.fetch(buildSubjectPath(subject), subject)
}
