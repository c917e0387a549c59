import type { PostType } from '@dolph/contract/posts'
import type { Generated, GeneratedAlways } from 'kysely'

/** Timestamps leave the driver as ISO strings, see database.ts. */
type Timestamp = string

/** The database's own names. A feature's `queries.ts` is the only translator to the contract's. */
export interface Tables {
  members: Members
  posts: Posts
  post_stats: PostStats
  post_likes: PostLikes
  comments: Comments
}

interface Members {
  id: Generated<string>
  username: string
  first_name: Generated<string>
  last_name: Generated<string>
  created_at: GeneratedAlways<Timestamp>
}

/** `id` is a UUIDv7: `created_at` is read from it, and ordering by it is ordering by time. */
interface Posts {
  id: Generated<string>
  author_id: string
  type: PostType
  title: string
  body: string
  github: Generated<string>
  demo: Generated<string>
  project_url: Generated<string>
  created_at: GeneratedAlways<Timestamp>
}

/** Kept by the transaction of each like and comment; a page of posts counts nothing. */
interface PostStats {
  post_id: string
  like_count: Generated<number>
  comment_count: Generated<number>
}

interface PostLikes {
  post_id: string
  member_id: string
  liked_at: Generated<Timestamp>
}

interface Comments {
  id: Generated<string>
  post_id: string
  parent_id: string | null
  author_id: string | null
  content: string
  created_at: GeneratedAlways<Timestamp>
}
