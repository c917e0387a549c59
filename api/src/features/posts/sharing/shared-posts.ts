import type { CardPost } from '@dolph/contract/posts/share-cards'
import type { ProjectState } from '@dolph/contract/projects/projects'
import { sql } from 'kysely'
import type { Readers } from '../../../platform/db/standbys/readers.ts'
import { prepareStatement, toCompilable } from '../../../platform/db/prepared-statement.ts'
import { ReadCache } from '../../../platform/db/caches/read-cache.ts'
import { isVisibleMember } from '../../accounts/people.ts'
import { coverJson } from '../post-json.ts'

/** As short as for the pages of visitors: a post that is deleted or hidden is gone within a second. */
const POST_TTL_MS = 1_000
const POSTS_MAX = 5_000
const POST_ID = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** What card and badge show of a post. */
export interface SharedPost extends CardPost {
  state: ProjectState | null
}

/**
 * Reads posts for cards and badges, at most one second late; undefined for posts that are deleted, hidden or unknown. Their absence
 * is cached too, and what cannot be an id costs no query.
 */
export function createSharedPosts(readers: Readers) {
  const posts = new ReadCache<{ post: SharedPost | undefined }>({
    maxEntries: POSTS_MAX,
    ttlMs: POST_TTL_MS,
    read: async (id) => ({
      post: await readers.confirmMissing(
        async (reader) => (await sharedPostStatement.run(reader, { id }))[0],
      ),
    }),
  })
  const fetchCached = async (id: string) => (await posts.fetch(id, id)).post
  return {
    /** What was read within the last second is returned at once: a promise would cost a badge more than its lookup. */
    fetch(id: string): SharedPost | undefined | Promise<SharedPost | undefined> {
      const cached = posts.get(id)
      if (cached) return cached.post
      return POST_ID.test(id) ? fetchCached(id) : undefined
    },
  }
}

const sharedPostStatement = prepareStatement<{ id: string }, SharedPost>((placeholder) =>
  toCompilable(sql`
    select posts.id as "_id", posts.title, posts.type, json_build_object('userName', members.username) as user,
      case when projects.post_id is not null then
        json_build_object('openRoles', projects.open_roles, 'skills', projects.open_skills) end as project,
      projects.state, ${coverJson} as cover
    from posts
    join members on members.id = posts.author_id
    left join projects on projects.post_id = posts.id
    where posts.id = ${placeholder('id')}::uuid and posts.hidden_at is null and ${isVisibleMember}`),
)
