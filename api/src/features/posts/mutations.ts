import { listBodyPictures } from '@dolph/contract/posts/post-pictures'
import type { PostType } from '@dolph/contract/posts/post-type'
import { sql } from 'kysely'
import { queryCompiler, type Database } from '../../platform/db/database.ts'
import { prepareStatement, toCompilable } from '../../platform/db/prepared-statement.ts'
import {
  changesBodyPictures,
  savePostPictures,
  type CoverColumns,
} from './pictures/save-post-pictures.ts'
import { selectSinglePostJson, type PostPageRow, type PostJson } from './post-json.ts'

/** The search index entry of a post, see search/terms.ts. */
interface SearchIndexFields {
  author: string
  folded: string
  terms: number[]
}

export interface NewPost extends SearchIndexFields, CoverColumns {
  authorId: string
  type: PostType
  title: string
  body: string
  github: string
  demo: string
  projectUrl: string
  tempId: string | null
  tempDigest: Buffer | null
}

interface SavedPost extends PostJson {
  isNew: boolean
  /** False if the existing post was first sent with other content. */
  isSameContent: boolean
}

/** Inserts a post with its counters, rank change and search entry; returns the existing post if its `tempId` is known. */
export async function insertPost(db: Database, post: NewPost): Promise<SavedPost | undefined> {
  if (post.coverKey === null && listBodyPictures(post.body).length === 0)
    return (await insertPostStatement.run(db, post))[0]
  return db.transaction().execute(async (tx) => {
    const [saved] = await insertPostStatement.runInTransaction(tx, post)
    if (saved?.isNew) await savePostPictures(tx, saved._id)
    return saved
  })
}

// One statement is one round trip and one transaction. Setting a tempId to itself changes nothing, but returns the row of
// the first request, and waits for it if its transaction is still open.
export const insertPostStatement = prepareStatement<NewPost, SavedPost>((placeholder) =>
  toCompilable(sql`
    with draft as (select uuid_v7() as id),
    saved as (
      insert into posts (id, author_id, type, title, body, github, demo, project_url, temp_id, temp_digest,
        cover_key, cover_alt)
      select id, ${placeholder('authorId')}::uuid, ${placeholder('type')}, ${placeholder('title')}, ${placeholder('body')},
        ${placeholder('github')}, ${placeholder('demo')}, ${placeholder('projectUrl')}, ${placeholder('tempId')},
        ${placeholder('tempDigest')}::bytea, ${placeholder('coverKey')}, ${placeholder('coverAlt')}
      from draft
      on conflict (author_id, temp_id) where temp_id is not null
      do update set temp_id = excluded.temp_id
      returning *),
    inserted as (select id, type from saved join draft using (id)),
    counters as (insert into post_stats (post_id) select id from inserted),
    rank_changes as (insert into post_rank_changes (post_id) select id from inserted),
    search_entry as (
      insert into post_search (post_id, type, author, folded, terms)
      select id, type, ${placeholder('author')}, ${placeholder('folded')}, ${placeholder('terms')}::int[] from inserted)
    select post.*, exists (select from inserted) as "isNew",
      coalesce((select temp_digest = ${placeholder('tempDigest')}::bytea from saved), true) as "isSameContent"
    from ${selectSavedPost(placeholder('authorId'))} as post`),
)

export interface PostUpdate extends SearchIndexFields, CoverColumns {
  id: string
  authorId: string
  /** The text that was edited: if the stored text differs by now, nothing is changed. */
  fromTitle: string
  fromBody: string
  type: PostType | null
  title: string
  body: string
  github: string | null
  demo: string | null
  projectUrl: string | null
  /** Whether the cover is set or removed; otherwise it stays. */
  hasCoverChange: boolean
}

/** Updates a post of this author; null fields stay. Undefined if there is none, or if its text has changed meanwhile. */
export async function updatePost(db: Database, post: PostUpdate): Promise<PostJson | undefined> {
  if (!post.hasCoverChange && !changesBodyPictures(post.fromBody, post.body))
    return (await updatePostStatement.run(db, post))[0]
  return db.transaction().execute(async (tx) => {
    const [saved] = await updatePostStatement.runInTransaction(tx, post)
    if (saved) await savePostPictures(tx, saved._id)
    return saved
  })
}

const updatePostStatement = prepareStatement<PostUpdate, PostJson>(
  (placeholder) =>
    toCompilable(sql`
    with saved as (
      update posts set
        type = coalesce(${placeholder('type')}, type),
        title = ${placeholder('title')},
        body = ${placeholder('body')},
        github = coalesce(${placeholder('github')}, github),
        demo = coalesce(${placeholder('demo')}, demo),
        project_url = coalesce(${placeholder('projectUrl')}, project_url),
        cover_key = case when ${placeholder('hasCoverChange')}::boolean then ${placeholder('coverKey')} else cover_key end,
        cover_alt = case when ${placeholder('hasCoverChange')}::boolean then ${placeholder('coverAlt')} else cover_alt end
      where id = ${placeholder('id')} and author_id = ${placeholder('authorId')}
        and title = ${placeholder('fromTitle')} and body = ${placeholder('fromBody')}
      returning *),
    rank_changes as (insert into post_rank_changes (post_id) select id from saved),
    search_entry as (
      insert into post_search (post_id, type, author, folded, terms)
      select id, type, ${placeholder('author')}, ${placeholder('folded')}, ${placeholder('terms')}::int[] from saved
      where hidden_at is null
      on conflict (post_id) do update
      set type = excluded.type, folded = excluded.folded, terms = excluded.terms)
    ${selectSavedPost(placeholder('authorId'))}`),
  // Another type can close the roles of the post, and so end join requests.
  { insertsEvents: true },
)

function selectSavedPost(authorId: string) {
  const rows = sql<PostPageRow>`(select saved.*, null::int as likes from saved)`
  return selectSinglePostJson(queryCompiler, rows.as('posts'), authorId)
}

interface OwnPostKey {
  id: string
  authorId: string
}

/** The text of a post of this author. */
export async function selectOwnPostText(
  db: Database,
  { id, authorId }: OwnPostKey,
): Promise<{ title: string; body: string } | undefined> {
  return db
    .selectFrom('posts')
    .select(['title', 'body'])
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
}

/**
 * Deletes a post with its counters, rank and search entry; false when this author has no such post. Its likes and comments, which are
 * read only together with their post, are deleted by `deletePostContent`.
 */
export async function deletePost(db: Database, { id, authorId }: OwnPostKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('posts')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Recounts a post's likes and comments. False when there is no such post. */
export async function recountPost(db: Database, postId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Concurrent likes wait for this lock and increment the new count.
    await sql`select from post_stats where post_id = ${postId} for update`.execute(tx)
    const { rows } = await sql`
      with counters as (
        update post_stats set
          like_count = (select count(*) from post_likes where post_likes.post_id = post_stats.post_id),
          comment_count = (select count(*) from comments
            where comments.post_id = post_stats.post_id and deleted_at is null)
        where post_id = ${postId}
        returning post_id)
      insert into post_rank_changes (post_id) select post_id from counters returning post_id
    `.execute(tx)
    return rows.length > 0
  })
}
