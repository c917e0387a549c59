import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { cloneDatabase, openTestDatabase } from '../../../testing/test-database.ts'
import { deleteUnusedWords } from './delete-unused-words.ts'
import { findPosts } from './find-posts.ts'

/** Two batches and a half. */
const UNUSED_WORDS = 625

describe('deleting unused words', () => {
  test('takes a statement for a batch of words, not for each, and runs at the same time are one', async () => {
    await using database = await cloneDatabase()
    const { db } = database
    await createPostFixture(db, await createMemberFixture(db, 'ada'), {
      title: 'Tide',
      body: 'tide',
    })
    await addUnusedWords(db)
    await countUpdates(db)

    await Promise.all([deleteUnusedWords(db), deleteUnusedWords(db), deleteUnusedWords(db)])
    expect(await readCounts(db)).toEqual({
      words: UNUSED_WORDS + 2,
      unused: UNUSED_WORDS,
      statements: 3,
    })

    await advanceOneDay(db)
    await deleteUnusedWords(db)
    expect(await readCounts(db)).toMatchObject({ words: 2, unused: 0 })
    const words = await db.selectFrom('search_suffixes').select('word').distinct().execute()
    expect(words.map(({ word }) => word).toSorted()).toEqual([' ada', 'tide'])
  })

  test('keeps a marked word that a post used while its process had the word cached', async () => {
    await using database = await openTestDatabase()
    const { db } = database
    const ada = await createMemberFixture(db, 'ada')
    const first = await createPostFixture(db, ada, { title: 'Whalesong' })
    await db.deleteFrom('posts').where('id', '=', first).execute()
    await deleteUnusedWords(db)
    const second = await createPostFixture(db, ada, { title: 'Whalesong' })
    await advanceOneDay(db)

    await deleteUnusedWords(db)

    const found = await findPosts(db, {
      ...({ scope: 'text', type: null, sort: 'recent', since: null, author: null } as const),
      before: null,
      viewerId: null,
      count: 21,
      q: 'halesong',
    })
    expect(found.map(({ _id }) => _id)).toEqual([second])
  })
})

async function addUnusedWords(db: Database): Promise<void> {
  await sql`insert into search_words (word) select 'word' || n from generate_series(1, ${UNUSED_WORDS}::integer) as n`.execute(
    db,
  )
  await sql`
    insert into search_suffixes (suffix, word)
    select suffix, word from search_words cross join lateral word_suffixes(word) as suffix
    on conflict do nothing
  `.execute(db)
}

async function countUpdates(db: Database): Promise<void> {
  await sql`create sequence update_count`.execute(db)
  await sql`
    create function count_update() returns trigger language plpgsql as $$
    begin perform nextval('update_count'); return null; end $$
  `.execute(db)
  await sql`
    create trigger count_update after update on search_words for each statement execute function count_update()
  `.execute(db)
}

async function readCounts(db: Database) {
  const { rows } = await sql`
    select count(*) as words, count(unused_since) as unused, (select last_value from update_count) as statements from search_words
  `.execute(db)
  return rows[0]
}

async function advanceOneDay(db: Database): Promise<void> {
  await sql`update search_words set unused_since = unused_since - interval '25 hours'`.execute(db)
}
