import { parseArgs } from 'node:util'
import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { maintainTopPosts } from '@dolph/api/features/posts/ranks/top-posts'
import pg from 'pg'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { printLine } from '../print-line.ts'
import { copyRows } from './copy-rows.ts'
import { runWithoutIndexes } from './run-without-indexes.ts'
import { loadPeople } from './load-people.ts'
import { loadMessages } from './load-messages.ts'
import { generateRows, type Scale } from './rows.ts'
import { loadSearchEntries, loadSearchWords } from './load-search-index.ts'
import { timeStep } from './time-step.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000000' },
    /** Defaults to a fifth of the posts. */
    members: { type: 'string' },
    messages: { type: 'string', default: '5000000' },
    /** `messages` or `search` reloads only these and keeps everything else. */
    only: { type: 'string' },
  },
})
/** For sorting, and for collecting the terms of posts before they are written to their index. */
const INDEX_MEMORY = '1GB'
const TABLES = 'members pictures posts post_stats post_likes comments post_ranks'.split(' ')
const posts = Number(values.posts)
const members = Number(values.members ?? Math.ceil(posts / 5))
const messages = Number(values.messages)

const started = performance.now()
if (values.only === undefined) await recreateDatabase(BENCH_DATABASE_URL)
await using db = openDatabase(BENCH_DATABASE_URL, { statementTimeoutMs: 0 })
await migrateDatabase(db)

const client = await connect()
if (values.only === undefined) {
  await loadPosts({ posts, members, likes: posts * 4, comments: posts * 2 })
  await timeStep('vacuum', () => client.query('vacuum analyze'))
} else if (values.only === 'search') {
  await client.query(
    'truncate post_search, search_words, search_suffixes, top_post_terms, top_posts_floor',
  )
  await loadSearch(async () => {})
  await timeStep('top posts', loadTopPosts)
  await timeStep('vacuum', () => client.query('vacuum analyze post_search, top_post_terms'))
} else {
  await loadMessagesAndVacuum()
}
await client.end()
printLine(`loaded in ${Math.round((performance.now() - started) / 1000)} s`)

async function connect(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: BENCH_DATABASE_URL })
  await connection.connect()
  // Foreign keys are not checked: the rows are consistent by construction, and seven million checks would take longer than loading.
  await connection.query(
    `set session_replication_role = replica; set maintenance_work_mem = '${INDEX_MEMORY}'; set synchronous_commit = off`,
  )
  return connection
}

/** Making the search entries keeps all cores busy, building their index only one: words, messages and the rest are loaded meanwhile. */
async function loadPosts(scale: Scale): Promise<void> {
  const rows = generateRows(scale, Date.now())
  await runWithoutIndexes(client, TABLES, async () => {
    await copyStep('members (id, username, first_name, last_name, picture)', rows.members())
    await copyStep('accounts (member_id, email, password_hash, verified_at)', rows.accounts())
    await copyStep('pictures (key, member_id, uploaded_at, stored_at, in_use)', rows.pictures())
    await copyStep('profiles (member_id, bio, skills, github, location)', rows.profiles())
    await copyStep('posts (id, author_id, type, title, body, github)', rows.posts())
    await loadSearch(async () => {
      await Promise.all([loadRest(rows), loadMessagesAndVacuum()])
    })
  })
  await timeStep('top posts', loadTopPosts)
}

async function copyStep(table: string, rows: Iterable<string>): Promise<void> {
  await timeStep(table.split(' ', 1)[0] ?? '', () => copyRows(client, table, rows))
}

/** `loadMeanwhile` runs while the index of the terms is built. */
async function loadSearch(loadMeanwhile: () => Promise<void>): Promise<void> {
  const connection = await connect()
  let rest: Promise<unknown> | undefined
  await runWithoutIndexes(connection, ['post_search'], async () => {
    const words = await timeStep('post_search', () => loadSearchEntries(connection))
    rest = Promise.all([
      timeStep('search_words', () => loadSearchWords(db, words)),
      loadMeanwhile(),
    ])
  })
  await rest
  await connection.end()
}

async function loadRest(rows: ReturnType<typeof generateRows>): Promise<void> {
  await copyStep('post_likes (post_id, member_id, liked_at)', rows.likes())
  await copyStep(
    'comments (id, post_id, parent_id, root_id, depth, author_id, content)',
    rows.comments(),
  )
  await timeStep('post_stats', () =>
    client.query(`
      insert into post_stats (post_id, like_count, comment_count)
      select id, coalesce(liked, 0), coalesce(commented, 0) from posts
      left join (select post_id, count(*) as liked from post_likes group by 1) as l on l.post_id = id
      left join (select post_id, count(*) as commented from comments group by 1) as c on c.post_id = id
      order by id`),
  )
  await timeStep('post_ranks', () =>
    client.query(`
      insert into post_ranks (post_id, type, like_count)
      select id, type, like_count from posts join post_stats on post_id = id order by id`),
  )
  await timeStep('skills', () =>
    client.query(`
      insert into skills (folded, name, members)
      select lower(skill), min(skill), count(*) from profiles, unnest(skills) as skill group by 1`),
  )
  await loadPeople(client)
}

async function loadMessagesAndVacuum(): Promise<void> {
  if (messages === 0) return
  const connection = await connect()
  await loadMessages(connection, messages)
  await timeStep('vacuum of messages', () =>
    connection.query(
      'vacuum analyze messages, recent_message_keys, conversations, conversation_sides',
    ),
  )
  await connection.end()
}

async function loadTopPosts(): Promise<void> {
  await runWithoutIndexes(client, ['top_post_terms'], async () => {
    while (await db.transaction().execute((tx) => maintainTopPosts(tx)));
  })
}
