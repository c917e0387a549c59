import type { PostType } from '@dolph/contract/posts/post-type'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from '../../platform/db/timestamp.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    posts: Posts
    post_stats: PostStats
    post_likes: PostLikes
    post_pictures: PostPictures
    deleted_posts: DeletedPosts
    post_search: PostSearch
    search_words: SearchWords
    search_suffixes: SearchSuffixes
    post_ranks: PostRanks
    post_rank_changes: PostRankChanges
    top_post_terms: TopPostTerms
    top_posts_floor: TopPostsFloor
    follows: Follows
  }
}

/** `id` is a UUIDv7: `created_at` is derived from it, and ordering by id is ordering by time. */
interface Posts {
  id: Generated<string>
  author_id: string
  type: PostType
  title: string
  body: string
  github: Generated<string>
  demo: Generated<string>
  project_url: Generated<string>
  temp_id: string | null
  /** See temp-digest.ts. */
  temp_digest: Buffer | null
  created_at: GeneratedAlways<Timestamp>
  /** Set while a moderator's decision hides the post. */
  hidden_at: Timestamp | null
  /** The picture of the cover; its use is in `post_pictures`. */
  cover_key: string | null
  /** Null without a cover. */
  cover_alt: string | null
}

/** A picture that a post uses, as its cover or in its text. */
interface PostPictures {
  post_id: string
  picture_key: string
}

/** Counters, updated in the transaction of each like and comment, so that reading posts counts no rows. */
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

/** The search entry of a post, see features/posts/search. */
interface PostSearch {
  post_id: string
  type: PostType
  author: string
  folded: string
  terms: number[]
}

interface SearchWords {
  word: string
  unused_since: Timestamp | null
}

interface SearchSuffixes {
  suffix: string
  word: string
}

/** The like counts that order the most-liked lists, a few seconds behind `post_stats`. */
interface PostRanks {
  post_id: string
  type: PostType
  like_count: number
  /** Days and months since 1970, in UTC. */
  day: GeneratedAlways<number>
  month: GeneratedAlways<number>
}

/** The search terms of the most liked posts: of those from the rank in `top_posts_floor` on. */
interface TopPostTerms {
  post_id: string
  terms: number[]
}

/** No row while there are few posts. */
export interface TopPostsFloor {
  is_only: Generated<boolean>
  like_count: number
  post_id: string
  /** False until all posts from this rank on are in `top_post_terms`. */
  is_complete: Generated<boolean>
}

interface PostRankChanges {
  post_id: string
}

/** A deleted post whose likes and comments the worker is still deleting. */
interface DeletedPosts {
  post_id: string
  last_liker_id: Generated<string>
  /** The last member whose follow was deleted. */
  last_follower_id: Generated<string>
}

interface Follows {
  member_id: string
  post_id: string
  with_updates: Generated<boolean>
  followed_at: Generated<Timestamp>
}
