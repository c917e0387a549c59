import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'
import { saveSearchEntry } from '../search/search-index.ts'
import { buildSearchEntry } from '../search/terms.ts'
import { maintainTopPosts } from './top-posts.ts'

const TOP_POSTS = 10

describe('the table of the most liked posts', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  let author: string
  let posts: string[] = []
  beforeAll(async () => {
    database = await openTestDatabase()
    author = await createMemberFixture(database.db, 'ada')
    return () => database[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('posts').execute()
    await database.db.deleteFrom('top_posts_floor').execute()
    posts = []
    for (let likes = 0; likes < 20; likes += 1) posts.push(await createPost(likes))
  })

  test('has as many posts as it should once there are twice as many', async () => {
    await database.db
      .deleteFrom('posts')
      .where('id', '=', posts[0] ?? '')
      .execute()
    await maintain()
    expect(await readFloor()).toBeUndefined()

    await createPost(0)
    await maintain()

    expect(await readFloor()).toMatchObject({ like_count: 10, is_complete: true })
    expect(await listTopLikes()).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  })

  test('gets a post that rises above the floor, with the terms it has', async () => {
    await maintain()
    await setLikes(posts[3] ?? '', 30)
    expect(await listTopLikes()).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 30])
    await createPost(40)
    expect(await listTopLikes()).toContain(40)
    await createPost(9)
    expect(await listTopLikes()).not.toContain(9)
  })

  test('raises its floor when it has grown to twice its size', async () => {
    await maintain()
    for (let likes = 20; likes < 30; likes += 1) await createPost(likes)
    await maintain()
    expect(await readFloor()).toMatchObject({ like_count: 20, is_complete: true })
    expect(await listTopLikes()).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
  })

  test('follows an edit, a deletion and a post that was missed', async () => {
    await maintain()
    const [edited = '', deleted = '', missed = ''] = posts.slice(-3)
    const text = { title: 'Another', body: 'Text', username: 'ada' }
    await saveSearchEntry(database.db, edited, buildSearchEntry({ id: edited, ...text }))
    await database.db.deleteFrom('post_search').where('post_id', '=', deleted).execute()
    await database.db.deleteFrom('top_post_terms').where('post_id', '=', missed).execute()
    await maintain()

    const { rows } = await sql<{ post_id: string; isEqual: boolean }>`
      select top.post_id, top.terms = post_search.terms as "isEqual"
      from top_post_terms as top join post_search using (post_id)`.execute(database.db)
    expect(rows.every(({ isEqual }) => isEqual)).toBe(true)
    const ids = rows.map(({ post_id }) => post_id)
    expect(ids).toContain(missed)
    expect(ids).not.toContain(deleted)
  })

  test.each([
    ['that is missing', 19, maintain],
    ['that rises', 3, (id: string) => setLikes(id, 30)],
  ])('waits for an edit of a post %s, and gets its terms', async (_, likes, add) => {
    await maintain()
    const id = posts[likes] ?? ''
    await database.db.deleteFrom('top_post_terms').where('post_id', '=', id).execute()
    const text = { title: 'Another', body: 'Text', username: 'ada' }
    const entry = buildSearchEntry({ id, ...text })
    let added: Promise<void> | undefined
    await database.db.transaction().execute(async (tx) => {
      await saveSearchEntry(tx, id, entry)
      added = add(id)
      await waitForBlockedStatements(database.db)
    })
    await added

    const row = database.db.selectFrom('top_post_terms').select('terms').where('post_id', '=', id)
    expect((await row.executeTakeFirst())?.terms).toEqual(entry.terms)
  })

  async function maintain(): Promise<void> {
    const { db } = database
    while (await db.transaction().execute((tx) => maintainTopPosts(tx, TOP_POSTS)));
  }

  async function createPost(likes: number): Promise<string> {
    const id = await createPostFixture(database.db, author)
    await setLikes(id, likes)
    return id
  }

  async function setLikes(id: string, likes: number): Promise<void> {
    await database.db
      .updateTable('post_ranks')
      .set('like_count', likes)
      .where('post_id', '=', id)
      .execute()
  }

  async function readFloor() {
    return database.db.selectFrom('top_posts_floor').selectAll().executeTakeFirst()
  }

  async function listTopLikes(): Promise<number[]> {
    const rows = await database.db
      .selectFrom('top_post_terms')
      .innerJoin('post_ranks', 'post_ranks.post_id', 'top_post_terms.post_id')
      .select('like_count')
      .orderBy('like_count')
      .execute()
    return rows.map(({ like_count }) => like_count)
  }
})
