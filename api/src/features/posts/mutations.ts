import type { PostType } from '@dolph/contract/posts'
import { sql } from 'kysely'
import { queryCompiler, type Database } from '../../db/database.ts'
import { prepareStatement, toCompilable } from '../../db/prepared-statement.ts'
import { selectPostsJson, type PostPageRow, type PostJson } from './post-json.ts'

/** What a search needs to know of a post, see search/terms.ts. */
interface SearchIndexFields {
  author: string
  folded: string
  terms: number[]
}

export interface NewPost extends SearchIndexFields {
  authorId: string
  type: PostType
  title: string
  body: string
  github: string
  demo: string
  projectUrl: string
  tempId: string | null
}

interface SavedPost extends PostJson {
  isNew: boolean
}

/** Keeps a post with everything that goes with it; gives the one that is there if its `tempId` came before. */
export async function insertPost(db: Database, post: NewPost): Promise<SavedPost | undefined> {
  return (await insertPostStatement.run(db, post))[0]
}

// One statement is one round trip and one transaction. Setting a tempId to itself changes nothing, but gives the row
// of the first sending, and waits for it if it is just being made.
export const insertPostStatement = prepareStatement<NewPost, SavedPost>((slot) =>
  toCompilable(sql`
    with draft as (select uuid_v7() as id),
    kept as (
      insert into posts (id, author_id, type, title, body, github, demo, project_url, temp_id)
      select id, ${slot('authorId')}::uuid, ${slot('type')}, ${slot('title')}, ${slot('body')},
        ${slot('github')}, ${slot('demo')}, ${slot('projectUrl')}, ${slot('tempId')}
      from draft
      on conflict (author_id, temp_id) where temp_id is not null
      do update set temp_id = excluded.temp_id
      returning *),
    fresh as (select id, type from kept join draft using (id)),
    counted as (insert into post_stats (post_id) select id from fresh),
    noted as (insert into post_rank_changes (post_id) select id from fresh),
    found as (
      insert into post_search (post_id, type, author, folded, terms)
      select id, type, ${slot('author')}, ${slot('folded')}, ${slot('terms')}::int[] from fresh)
    select post.*, exists (select from fresh) as "isNew" from ${selectSavedPost(slot('authorId'))} as post`),
)

export interface PostUpdate extends SearchIndexFields {
  id: string
  authorId: string
  /** What the change was made from: if that is no longer so, nothing is changed. */
  fromTitle: string
  fromBody: string
  type: PostType | null
  title: string
  body: string
  github: string | null
  demo: string | null
  projectUrl: string | null
}

/** Changes a post of this author; what is null stays. Undefined if there is none, or if its text is another by now. */
export async function updatePost(db: Database, post: PostUpdate): Promise<PostJson | undefined> {
  return (await updatePostStatement.run(db, post))[0]
}

const updatePostStatement = prepareStatement<PostUpdate, PostJson>((slot) =>
  toCompilable(sql`
    with kept as (
      update posts set
        type = coalesce(${slot('type')}, type),
        title = ${slot('title')},
        body = ${slot('body')},
        github = coalesce(${slot('github')}, github),
        demo = coalesce(${slot('demo')}, demo),
        project_url = coalesce(${slot('projectUrl')}, project_url)
      where id = ${slot('id')} and author_id = ${slot('authorId')}
        and title = ${slot('fromTitle')} and body = ${slot('fromBody')}
      returning *),
    noted as (insert into post_rank_changes (post_id) select id from kept),
    found as (
      insert into post_search (post_id, type, author, folded, terms)
      select id, type, ${slot('author')}, ${slot('folded')}, ${slot('terms')}::int[] from kept
      on conflict (post_id) do update
      set type = excluded.type, folded = excluded.folded, terms = excluded.terms)
    ${selectSavedPost(slot('authorId'))}`),
)

function selectSavedPost(authorId: string) {
  const rows = sql<PostPageRow>`(select kept.*, null::int as likes from kept)`
  return selectPostsJson(queryCompiler, rows.as('posts'), authorId)
}

interface OwnPostKey {
  id: string
  authorId: string
}

/** The text of a post that this author may change. */
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

/** With a post go its likes, comments, counters and ranks. False when this author has no such post. */
export async function deletePost(db: Database, { id, authorId }: OwnPostKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('posts')
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Counts a post's likes and comments anew. False when there is no such post. */
export async function recountPost(db: Database, postId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    // Whoever is liking now waits for this, and counts on from what it finds.
    await sql`select from post_stats where post_id = ${postId} for update`.execute(tx)
    const { rows } = await sql`
      with counted as (
        update post_stats set
          like_count = (select count(*) from post_likes where post_likes.post_id = post_stats.post_id),
          comment_count = (select count(*) from comments
            where comments.post_id = post_stats.post_id and deleted_at is null)
        where post_id = ${postId}
        returning post_id)
      insert into post_rank_changes (post_id) select post_id from counted returning post_id
    `.execute(tx)
    return rows.length > 0
  })
}
