import { parseArgs } from 'node:util'
import { openDatabase } from '@dolph/api/db/database'
import { migrateDatabase } from '@dolph/api/db/migrate-database'
import pg from 'pg'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { printLine } from '../print-line.ts'
import { copyRows } from './copy-rows.ts'
import { runWithoutIndexes } from './run-without-indexes.ts'
import { loadPeople } from './load-people.ts'
import { loadMessages } from './load-messages.ts'
import { generateRows, type Scale } from './rows.ts'
import { loadSearchIndex } from './load-search-index.ts'
import { timeStep } from './time-step.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000000' },
    /** Defaults to a fifth of the posts. */
    members: { type: 'string' },
    messages: { type: 'string', default: '5000000' },
    /** `messages` reloads only the messages and keeps everything else. */
    only: { type: 'string' },
  },
})
const POST_TABLES =
  'members pictures posts post_stats post_likes comments post_search post_ranks'.split(' ')
const posts = Number(values.posts)
const members = Number(values.members ?? Math.ceil(posts / 5))
const messages = Number(values.messages)

const started = performance.now()
if (values.only === undefined) await recreateDatabase(BENCH_DATABASE_URL)
await using db = openDatabase(BENCH_DATABASE_URL, { statementTimeoutMs: 0 })
await migrateDatabase(db)

const client = new pg.Client({ connectionString: BENCH_DATABASE_URL })
await client.connect()
// Foreign keys are not checked: the rows are consistent by construction, and seven million checks would take longer than loading.
await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
if (values.only === undefined) {
  await loadPosts({ posts, members, likes: posts * 4, comments: posts * 2 })
  await timeStep('vacuum', () => client.query('vacuum analyze'))
}
if (messages > 0) {
  await loadMessages(client, messages)
  await timeStep('vacuum', () =>
    client.query('vacuum analyze messages, recent_message_keys, conversations, conversation_sides'),
  )
}
await client.end()
printLine(`loaded in ${Math.round((performance.now() - started) / 1000)} s`)

async function loadPosts(scale: Scale): Promise<void> {
  const rows = generateRows(scale, Date.now())
  await runWithoutIndexes(client, POST_TABLES, async () => {
    await timeStep('members', () =>
      copyRows(client, 'members (id, username, first_name, last_name, picture)', rows.members()),
    )
    await timeStep('accounts', () =>
      copyRows(client, 'accounts (member_id, email, password_hash, verified_at)', rows.accounts()),
    )
    await timeStep('pictures', () =>
      copyRows(
        client,
        'pictures (key, member_id, uploaded_at, stored_at, is_worn)',
        rows.pictures(),
      ),
    )
    await timeStep('profiles', () =>
      copyRows(client, 'profiles (member_id, bio, skills, github, location)', rows.profiles()),
    )
    await timeStep('posts', () =>
      copyRows(client, 'posts (id, author_id, type, title, body, github)', rows.posts()),
    )
    await timeStep('likes', () =>
      copyRows(client, 'post_likes (post_id, member_id, liked_at)', rows.likes()),
    )
    await timeStep('comments', () =>
      copyRows(
        client,
        'comments (id, post_id, parent_id, root_id, depth, author_id, content)',
        rows.comments(),
      ),
    )
    await timeStep('counters', () =>
      client.query(`
      insert into post_stats (post_id, like_count, comment_count)
      select id, coalesce(liked, 0), coalesce(commented, 0) from posts
      left join (select post_id, count(*) as liked from post_likes group by 1) as l on l.post_id = id
      left join (select post_id, count(*) as commented from comments group by 1) as c on c.post_id = id
      order by id`),
    )
    await timeStep('ranks', () =>
      client.query(`
      insert into post_ranks (post_id, type, like_count)
      select id, type, like_count from posts join post_stats on post_id = id order by id`),
    )
    await timeStep('skills', () =>
      client.query(`
      insert into skills (folded, name, members)
      select lower(skill), min(skill), count(*) from profiles, unnest(skills) as skill group by 1`),
    )
    await timeStep('search', () => loadSearchIndex(db, client))
    await timeStep('people', () => loadPeople(client))
  })
}
