import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'
import { findPosts } from './find-posts.ts'
import { deleteUnusedWords } from './delete-unused-words.ts'
import { indexPendingPosts } from './search-index.ts'
import { buildSearchEntry } from './terms.ts'

type ClonedDatabase = Awaited<ReturnType<typeof openTestDatabase>>

const DEFAULT_QUERY = {
  ...({ scope: 'text', type: null, sort: 'recent', since: null, author: null } as const),
  ...{ before: null, viewerId: null, count: 21 },
}

describe('the vocabulary', () => {
  test('forgets what no post says any more, but not before a day has passed', async () => {
    await using world = await openTestDatabase()
    const ada = await createMemberFixture(world.db, 'ada')
    const secret = await createPostFixture(world.db, ada, {
      title: 'Call 0155512345',
      body: 'kitchen wall',
    })
    await createPostFixture(world.db, ada, { title: 'Tide', body: 'kitchen clock' })
    await world.db.deleteFrom('posts').where('id', '=', secret).execute()

    await deleteUnusedWords(world.db)
    expect(await readWords(world)).toContain('0155512345')
    await advanceOneDay(world)
    await deleteUnusedWords(world.db)

    expect(await readWords(world)).toEqual([' ada', 'clock', 'kitchen', 'tide'])
    expect(await readSuffixes(world)).not.toContain('55512345')
    expect(await readSuffixes(world)).toContain('itchen')
  })

  test('keeps a word that is used again while it waits to be forgotten', async () => {
    await using world = await openTestDatabase()
    const ada = await createMemberFixture(world.db, 'ada')
    const first = await createPostFixture(world.db, ada, { title: 'Whalesong' })
    await world.db.deleteFrom('posts').where('id', '=', first).execute()
    await deleteUnusedWords(world.db)
    await advanceOneDay(world)
    // Another process, which knows no words yet, writes the next post.
    await using other = openDatabase(world.url)
    const second = await createPostFixture(other, ada, { title: 'Whalesong' })
    await deleteUnusedWords(world.db)

    expect(await findPostIds(world, 'halesong')).toEqual([second])
  })

  test('makes posts findable that came by another way than being written', async () => {
    await using world = await openTestDatabase()
    const ada = await createMemberFixture(world.db, 'ada')
    const post = await createPostFixture(world.db, ada, { title: 'Lighthouse' })
    await world.db.deleteFrom('post_search').execute()
    await sql`truncate search_words, search_suffixes`.execute(world.db)
    await sql`insert into post_search_due values (${post}), (${ada})`.execute(world.db)
    await using other = openDatabase(world.url)

    while (await other.transaction().execute((tx) => indexPendingPosts(tx, other)));
    expect(await findPostIds(world, 'ghthou')).toEqual([post])
  })

  test('knows of each end of each word, and of whole words only once', async () => {
    await using world = await openTestDatabase()
    await createPostFixture(world.db, await createMemberFixture(world.db, 'ada'), {
      title: 'Aha',
      body: 'aha aha',
    })
    expect(await readSuffixes(world)).toEqual([' a', ' ada', ' da', 'a', 'aha', 'ha'])
  })
})

test('the terms of a post are few: one for each different word and each different seam', () => {
  const id = '01a1dd50-13b7-7715-9822-14d86e56a122'
  const { terms, words } = buildSearchEntry({ id, title: 'a b', body: 'a b a b', username: 'ada' })
  expect(words).toEqual([' ada', 'a', 'b'])
  expect(terms).toHaveLength(3 + 2)
})

async function readWords({ db }: ClonedDatabase): Promise<string[]> {
  const rows = await db.selectFrom('search_words').select('word').orderBy('word').execute()
  return rows.map(({ word }) => word)
}

async function readSuffixes({ db }: ClonedDatabase): Promise<string[]> {
  const rows = await db.selectFrom('search_suffixes').select('suffix').orderBy('suffix').execute()
  return rows.map(({ suffix }) => suffix)
}

async function findPostIds({ db }: ClonedDatabase, q: string): Promise<string[]> {
  return (await findPosts(db, { ...DEFAULT_QUERY, q })).map(({ _id }) => _id)
}

async function advanceOneDay({ db }: ClonedDatabase): Promise<void> {
  await sql`update search_words set unused_since = unused_since - interval '25 hours'`.execute(db)
}
