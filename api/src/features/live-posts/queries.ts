import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'

export interface WatchedPost {
  id: string
  /** Null if every member can see the post; a hidden one only its author can. */
  onlyVisibleTo: string | null
  likeCount: number
  commentCount: number
}

/** Selects the posts with their counts; deleted ones are left out. */
export async function selectWatchedPosts(db: Database, ids: string[]): Promise<WatchedPost[]> {
  return watchedPostsStatement.run(db, { ids })
}

const watchedPostsStatement = prepareStatement<{ ids: string[] }, WatchedPost>((placeholder) =>
  toCompilable(sql`
    select posts.id, case when hidden_at is not null then author_id end as "onlyVisibleTo",
      coalesce(like_count, 0) as "likeCount", coalesce(comment_count, 0) as "commentCount"
    from posts left join post_stats on post_stats.post_id = posts.id
    where posts.id = any (${placeholder('ids')}::uuid[])`),
)
