import { createComment, deleteComment, editComment } from '@dolph/contract/comments/comments'
import { browsePosts, deletePost, likePost, readPost } from '@dolph/contract/posts/posts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { startCommentsApp } from '../../../testing/start-comments-app.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { deletePost as deletePostRow } from '../mutations.ts'
import { deletePostContent } from './delete-post-content.ts'

const LIKES = 2_500
const COMMENTS = 500
const BATCH_SIZE = 100
const NOTHING_LEFT = { post_likes: 0, comments: 0, post_stats: 0, deleted_posts: 0 }
const CONTENT_TABLES = ['post_likes', 'comments', 'post_stats', 'deleted_posts'] as const

test('a post with more likes and comments than one statement can delete is deleted', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const author = await createMemberFixture(db, 'ada')
  const post = await createPostFixture(db, author)
  const other = await createPostFixture(db, author)
  await addContent(db, { post, author, likes: LIKES, comments: COMMENTS })
  await addContent(db, { post: other, author, likes: 3, comments: 3 })
  await cancelLargeDeletions(db)

  expect(await deletePostRow(db, { id: post, authorId: author })).toBe(true)
  const runs = await runToTheEnd(db)

  expect(runs).toBeGreaterThanOrEqual((LIKES + COMMENTS) / BATCH_SIZE)
  expect(await countRows(db)).toEqual({
    post_likes: 3,
    comments: 3,
    post_stats: 1,
    deleted_posts: 0,
  })
})

test('posts that are deleted in any other way lose their likes and comments too', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const [ada, bob] = [await createMemberFixture(db, 'ada'), await createMemberFixture(db, 'bob')]
  for (const author of [ada, ada, bob]) {
    const post = await createPostFixture(db, author)
    await addContent(db, { post, author: bob, likes: 2, comments: 3 })
  }

  await db.deleteFrom('members').where('id', '=', ada).execute()
  expect((await countRows(db)).deleted_posts).toBe(2)
  await runToTheEnd(db)

  expect(await countRows(db)).toEqual({
    post_likes: 2,
    comments: 3,
    post_stats: 1,
    deleted_posts: 0,
  })
})

describe('a deleted post whose likes and comments still exist', () => {
  test('is gone for everybody, with its comments', async () => {
    await using app = await startCommentsApp()
    const { ada, bob, post } = app
    const sent = { postId: post, content: 'Twice', tempId: 'temp-12345678' }
    await bob.call(createComment, { body: sent })
    const top = await bob.addComment('Hello')
    const reply = await bob.addComment('Again', { parentId: top._id })
    await bob.call(likePost, { params: { id: post }, body: { liked: true } })

    await ada.call(deletePost, { params: { id: post } })

    expect(await countRows(app.db)).toMatchObject({ post_likes: 1, comments: 3 })
    const params = { id: reply._id }
    const answer = { postId: post, parentId: top._id, content: 'Late' }
    const replies = await Promise.all([
      bob.send(readPost, { params: { id: post } }),
      bob.send(likePost, { params: { id: post }, body: { liked: false } }),
      bob.request('GET', `/api/comments/post/${post}`),
      bob.request('GET', `/api/comments/${top._id}/replies`),
      bob.send(editComment, { params, body: { content: 'Other' } }),
      bob.send(deleteComment, { params }),
      bob.send(createComment, { body: answer }),
      bob.send(createComment, { body: sent }),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 404))
    for (const querystring of [{}, { q: 'tide' }, { sort: 'likes' as const }]) {
      expect((await bob.call(browsePosts, { querystring })).data).toEqual([])
    }
    expect(await countRows(app.db)).toMatchObject({ post_likes: 1, comments: 3 })
    await runToTheEnd(app.db)
    expect(await countRows(app.db)).toEqual(NOTHING_LEFT)
  })

  test('gets no like and no comment of a call that was under way', async () => {
    await using app = await startCommentsApp()
    const { ada, bob, carla, post } = app
    const calls = Array.from({ length: 5 }, () => [
      bob.send(likePost, { params: { id: post }, body: null }),
      carla.send(createComment, { body: { postId: post, content: 'Hello' } }),
    ])
    const deletion = ada.send(deletePost, { params: { id: post } })
    const statuses = (await Promise.all(calls.flat())).map(({ statusCode }) => statusCode)

    expect((await deletion).statusCode).toBe(200)
    expect(statuses.every((status) => [200, 201, 404].includes(status))).toBe(true)
    await runToTheEnd(app.db)
    expect(await countRows(app.db)).toEqual(NOTHING_LEFT)
  })
})

/** Adds likes of new members, and comments: one in ten starts a thread that holds the nine after it, each a reply to the last. */
async function addContent(
  db: Database,
  {
    post,
    author,
    likes,
    comments,
  }: Record<'post' | 'author', string> & Record<'likes' | 'comments', number>,
): Promise<void> {
  await sql`
    with fans as (
      insert into members (username)
      select 'fan-' || substr(md5(${post} || n), 1, 20) from generate_series(1, ${likes}::int) as n returning id)
    insert into post_likes (post_id, member_id) select ${post}, id from fans`.execute(db)
  await sql`
    do $$
    declare previous uuid;
    begin
      for n in 0 .. ${sql.lit(comments - 1)} loop
        insert into comments (post_id, parent_id, author_id, content)
        values (${sql.lit(post)}, case when n % 10 > 0 then previous end, ${sql.lit(author)}, 'Hello')
        returning id into previous;
      end loop;
    end $$`.execute(db)
}

/** Stands for the statement timeout, without depending on the speed of the machine. */
async function cancelLargeDeletions(db: Database): Promise<void> {
  await sql`
    create function cancel_large_deletion() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > ${sql.lit(BATCH_SIZE)} then
        raise query_canceled using message = 'canceling statement due to statement timeout';
      end if;
      return null;
    end $$`.execute(db)
  for (const table of ['post_likes', 'comments']) {
    await sql`
      create trigger cancel_large_deletion after delete on ${sql.table(table)} referencing old table as gone
      for each statement execute function cancel_large_deletion()`.execute(db)
  }
}

/** Runs the task as the worker does, and returns how many transactions it took. */
async function runToTheEnd(db: Database): Promise<number> {
  let runs = 0
  const runOnce = () => db.transaction().execute((tx) => deletePostContent(tx, BATCH_SIZE))
  while (await runOnce()) runs += 1
  return runs
}

async function countRows(db: Database) {
  const counts = CONTENT_TABLES.map(async (table) => {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return [table, count] as const
  })
  return Object.fromEntries(await Promise.all(counts)) as Record<
    (typeof CONTENT_TABLES)[number],
    number
  >
}
