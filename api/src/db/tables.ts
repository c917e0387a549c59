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
  post_search: PostSearch
  post_search_due: PostSearchDue
  search_words: SearchWords
  search_suffixes: SearchSuffixes
  post_ranks: PostRanks
  post_rank_changes: PostRankChanges
  comments: Comments
  accounts: Accounts
  sessions: Sessions
  codes: Codes
  links: Links
  google_sign_ups: GoogleSignUps
  retired_usernames: RetiredUsernames
  mails: Mails
}

interface Members {
  id: Generated<string>
  username: string
  first_name: Generated<string>
  last_name: Generated<string>
  deleted_at: Timestamp | null
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
  temp_id: string | null
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

/** What a search reads of a post, see features/posts/search. */
interface PostSearch {
  post_id: string
  type: PostType
  author: string
  folded: string
  terms: number[]
}

interface PostSearchDue {
  post_id: string
}

interface SearchWords {
  word: string
  unused_since: Timestamp | null
}

interface SearchSuffixes {
  suffix: string
  word: string
}

/** Likes as the most-liked lists order them, a few seconds behind `post_stats`. */
interface PostRanks {
  post_id: string
  type: PostType
  like_count: number
  /** Days and months since 1970, in UTC. */
  day: GeneratedAlways<number>
  month: GeneratedAlways<number>
}

interface PostRankChanges {
  post_id: string
}

/** `root_id` is the top-level comment of its thread, null on that comment itself. A stone has `deleted_at` and no content. */
interface Comments {
  id: Generated<string>
  post_id: string
  parent_id: string | null
  root_id: string | null
  depth: Generated<number>
  author_id: string | null
  content: string
  temp_id: string | null
  edited_at: Timestamp | null
  deleted_at: Timestamp | null
  created_at: GeneratedAlways<Timestamp>
}

/** How a member proves who they are: a password, Google, or later both. */
interface Accounts {
  member_id: string
  email: string
  verified_at: Timestamp | null
  password_hash: string | null
  google_sub: string | null
  created_at: Generated<Timestamp>
}

interface Sessions {
  id: Generated<string>
  token_hash: Buffer
  member_id: string
  device: Generated<string>
  last_seen_at: Generated<Timestamp>
  expires_at: Timestamp
  deletion_granted_until: Timestamp | null
}

export type CodePurpose = 'verify-email' | 'change-password'

interface Codes {
  member_id: string
  purpose: CodePurpose
  digest: Buffer
  tries: Generated<number>
  failures: Generated<number>
  expires_at: Timestamp
  sent_at: Timestamp[]
}

export type LinkPurpose = 'verify-email' | 'reset-password'

interface Links {
  token_hash: Buffer
  member_id: string
  purpose: LinkPurpose
  expires_at: Timestamp
  used_at: Timestamp | null
}

interface GoogleSignUps {
  token_hash: Buffer
  google_sub: string
  email: string
  first_name: string
  last_name: string
  expires_at: Timestamp
}

interface RetiredUsernames {
  digest: Buffer
  until: Timestamp
}

/** What it said and to whom are gone as soon as it is `sent` or `given-up`. */
interface Mails {
  id: Generated<string>
  key: string
  recipient: string | null
  template: string
  /** Encrypted, see mail/seal.ts. */
  payload: Buffer | null
  state: Generated<'due' | 'sending' | 'sent' | 'given-up'>
  attempts: Generated<number>
  claimed_at: Timestamp | null
  sent_at: Timestamp | null
  created_at: GeneratedAlways<Timestamp>
}
