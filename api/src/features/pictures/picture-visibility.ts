import { sql } from 'kysely'
import type { Readers } from '../../platform/db/standbys/readers.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import { ReadCache } from '../../platform/db/caches/read-cache.ts'

/** A picture that is removed, or whose post is hidden or deleted, is gone on every process after this time. */
const VISIBILITY_TTL_MS = 1_000
const PICTURES_MAX = 20_000

export interface PictureVisibility {
  uploaderId: string
  /** `hidden`: all posts that use the picture are hidden. `deleted`: they are deleted, and the files are still to be removed. */
  state: 'public' | 'hidden' | 'deleted'
}

export type PictureVisibilityCache = ReturnType<typeof createPictureVisibilityCache>

/** Caches for a second who may see a picture. One query serves all concurrent requests for it. */
export function createPictureVisibilityCache(readers: Readers) {
  const pictures = new ReadCache<PictureVisibility | undefined>({
    maxEntries: PICTURES_MAX,
    ttlMs: VISIBILITY_TTL_MS,
    read: async (key) =>
      readers.confirmMissing(async (reader) => (await visibilityStatement.run(reader, { key }))[0]),
  })
  return {
    /** Undefined if there is no such picture. Throws if the database is down and nothing is known. */
    fetch: async (key: string): Promise<PictureVisibility | undefined> => pictures.fetch(key, key),
  }
}

// A picture that no post uses is a profile picture, or one that is being added to a text.
export const visibilityStatement = prepareStatement<{ key: string }, PictureVisibility>(
  (placeholder) =>
    toCompilable(sql`
    select pictures.member_id as "uploaderId",
      case when members.deleted_at is not null then 'deleted'
        when uses.count = 0 or uses.visible > 0 then 'public'
        when uses.hidden > 0 then 'hidden'
        else 'deleted' end as state
    from pictures
    join members on members.id = pictures.member_id
    cross join lateral (
      select count(*) as count,
        count(*) filter (where posts.id is not null and posts.hidden_at is null) as visible,
        count(*) filter (where posts.hidden_at is not null) as hidden
      from post_pictures left join posts on posts.id = post_pictures.post_id
      where post_pictures.picture_key = pictures.key) as uses
    where pictures.key = ${placeholder('key')}`),
)
