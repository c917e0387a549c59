import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { waitForBlockedStatements } from '../../../testing/wait-for-blocked-statements.ts'
import { getLowestPostIdAt } from '../post-ids.ts'
import { findPosts } from './find-posts.ts'
import { deleteUnusedWords } from './delete-unused-words.ts'
import { indexImportedPosts } from './index-imported-posts.ts'
import { prepareSearchEntry, saveSearchEntry } from './search-index.ts'
import { buildSearchEntry } from './terms.ts'

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>

const DEFAULT_QUERY = {
  ...({ scope: 'text', type: null, sort: 'recent', since: null, author: null } as const),
  before: null,
  viewerId: null,
  count: 21,
}

describe('the vocabulary', () => {
  test('deletes words that no post contains any more, a day later', async () => {
    await using database = await openTestDatabase()
    const ada = await createMemberFixture(database.db, 'ada')
    const secret = await createPostFixture(database.db, ada, {
      title: 'Call 0155512345',
      body: 'kitchen wall',
    })
    await createPostFixture(database.db, ada, { title: 'Tide', body: 'kitchen clock' })
    await database.db.deleteFrom('posts').where('id', '=', secret).execute()

    await deleteUnusedWords(database.db)
    expect(await readWords(database)).toContain('0155512345')
    await advanceOneDay(database)
    await deleteUnusedWords(database.db)

    expect(await readWords(database)).toEqual([' ada', 'clock', 'kitchen', 'tide'])
    expect(await readSuffixes(database)).not.toContain('55512345')
    expect(await readSuffixes(database)).toContain('itchen')
  })

  test('keeps a word that is used again before it is deleted', async () => {
    await using database = await openTestDatabase()
    const ada = await createMemberFixture(database.db, 'ada')
    const first = await createPostFixture(database.db, ada, { title: 'Whalesong' })
    await database.db.deleteFrom('posts').where('id', '=', first).execute()
    await deleteUnusedWords(database.db)
    await advanceOneDay(database)
    // A second connection stands for another process, whose cache of words is empty.
    await using other = openDatabase(database.url)
    const second = await createPostFixture(other, ada, { title: 'Whalesong' })
    await deleteUnusedWords(database.db)

    expect(await findPostIds(database, 'halesong')).toEqual([second])
  })

  test('indexes posts that were not created through the API', async () => {
    await using database = await openTestDatabase()
    const ada = await createMemberFixture(database.db, 'ada')
    const post = await createPostFixture(database.db, ada, { title: 'Lighthouse' })
    await database.db.deleteFrom('post_search').execute()
    await sql`truncate search_words, search_suffixes`.execute(database.db)
    await sql`insert into events (kind, subject_id)
      select 'post.imported', unnest(array[${post}, ${ada}]::uuid[])`.execute(database.db)
    await using other = openDatabase(database.url)

    await deliverPendingEvents({ db: other }, [{ 'post.imported': indexImportedPosts }])
    expect(await findPostIds(database, 'ghthou')).toEqual([post])
  })

  test('has the text of an edit that commits while the entries of posts are rebuilt', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const ada = await createMemberFixture(db, 'ada')
    const post = await createPostFixture(db, ada, { title: 'Lighthouse' })
    const edited = { id: post, title: 'Submarine', body: '', username: 'ada' }
    const entry = await prepareSearchEntry(db, edited)
    await using other = openDatabase(database.url)
    let indexing: Promise<void> | undefined

    await db.transaction().execute(async (tx) => {
      await tx.updateTable('posts').set({ title: edited.title }).where('id', '=', post).execute()
      await saveSearchEntry(tx, post, entry)
      indexing = other
        .transaction()
        .execute((otherTx) => indexImportedPosts(otherTx, [{ subjectId: post }], { db: other }))
      await waitForBlockedStatements(database.db)
    })
    await indexing

    expect(await findPostIds(database, 'submarine')).toEqual([post])
    expect(await findPostIds(database, 'lighthouse')).toEqual([])
  })

  test('stores each suffix of each word once', async () => {
    await using database = await openTestDatabase()
    await createPostFixture(database.db, await createMemberFixture(database.db, 'ada'), {
      title: 'Aha',
      body: 'aha aha',
    })
    expect(await readSuffixes(database)).toEqual([' a', ' ada', ' da', 'a', 'aha', 'ha'])
  })
})

test('a post has one term for each distinct word and each distinct boundary', () => {
  const id = '01a1dd50-13b7-7715-9822-14d86e56a122'
  const { terms, words } = buildSearchEntry({ id, title: 'a b', body: 'a b a b', username: 'ada' })
  expect(words).toEqual([' ada', 'a', 'b'])
  expect(terms).toHaveLength(3 + 2)
})

async function readWords({ db }: TestDatabase): Promise<string[]> {
  const rows = await db.selectFrom('search_words').select('word').orderBy('word').execute()
  return rows.map(({ word }) => word)
}

async function readSuffixes({ db }: TestDatabase): Promise<string[]> {
  const rows = await db.selectFrom('search_suffixes').select('suffix').orderBy('suffix').execute()
  return rows.map(({ suffix }) => suffix)
}

async function findPostIds({ db }: TestDatabase, q: string): Promise<string[]> {
  return (await findPosts(db, { ...DEFAULT_QUERY, q })).map(({ _id }) => _id)
}

async function advanceOneDay({ db }: TestDatabase): Promise<void> {
  await sql`update search_words set unused_since = unused_since - interval '25 hours'`.execute(db)
}

test('a page of posts that are older than the oldest one was when its process started is searched too', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  const ada = await createMemberFixture(db, 'ada')
  const find = (q: string, before: string | null = null) =>
    findPosts(db, {
      ...DEFAULT_QUERY,
      q,
      before: before === null ? null : { _id: before, likes: null },
    })
  const first = await createPostFixture(db, ada, { title: 'First' })
  for (let nth = 0; nth < 201; nth += 1) await createPostFixture(db, ada, { title: `New ${nth}` })
  expect(await find('first')).toMatchObject([{ _id: first }])
  const yearAgo = Date.now() - 365 * 86_400_000
  const createOld = (days: number, title: string) =>
    createPostFixture(db, ada, { id: getLowestPostIdAt(yearAgo - days * 86_400_000), title })
  const old = await createOld(300, 'Zebra crossing')
  for (let day = 0; day < 201; day += 1) await createOld(day, `Old ${day}`)
  const newestOld = getLowestPostIdAt(yearAgo + 1)

  expect(await find('zebra', newestOld)).toMatchObject([{ _id: old }])
  expect(await find('zebra')).toMatchObject([{ _id: old }])
})
