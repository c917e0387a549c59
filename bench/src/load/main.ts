import { parseArgs } from 'node:util'
import { openDatabase } from '@dolph/api/db/database'
import { migrate } from '@dolph/api/db/migrate'
import pg from 'pg'
import { BENCH_DATABASE, recreateDatabase } from '../database.ts'
import { say } from '../say.ts'
import { copyInto } from './copy.ts'
import { withoutIndexes } from './indexes.ts'
import { fillMessages } from './messages.ts'
import { rowsOf, type Scale } from './rows.ts'
import { fillSearch } from './search.ts'
import { step } from './step.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000000' },
    /** A fifth of the posts, unless it is said. */
    members: { type: 'string' },
    messages: { type: 'string', default: '5000000' },
    /** `messages` leaves everything else as it was loaded before. */
    only: { type: 'string' },
  },
})
const POST_TABLES =
  'members pictures posts post_stats post_likes comments post_search post_ranks'.split(' ')
const posts = Number(values.posts)
const members = Number(values.members ?? Math.ceil(posts / 5))
const messages = Number(values.messages)

const started = performance.now()
if (values.only === undefined) await recreateDatabase(BENCH_DATABASE)
await using db = openDatabase(BENCH_DATABASE, { statementTimeoutMs: 0 })
await migrate(db)

const client = new pg.Client({ connectionString: BENCH_DATABASE })
await client.connect()
// The rows are consistent by construction; checking seven million references would take longer than loading them.
await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
if (values.only === undefined) {
  await fillPosts({ posts, members, likes: posts * 4, comments: posts * 2 })
  await step('vacuum', () => client.query('vacuum analyze'))
}
if (messages > 0) {
  await fillMessages(client, messages)
  await step('vacuum', () =>
    client.query('vacuum analyze messages, message_keys, conversations, conversation_sides'),
  )
}
await client.end()
say(`loaded in ${Math.round((performance.now() - started) / 1000)} s`)

async function fillPosts(scale: Scale): Promise<void> {
  const rows = rowsOf(scale, Date.now())
  await withoutIndexes(client, POST_TABLES, async () => {
    await step('members', () =>
      copyInto(client, 'members (id, username, first_name, last_name, picture)', rows.members()),
    )
    await step('accounts', () =>
      copyInto(client, 'accounts (member_id, email, password_hash, verified_at)', rows.accounts()),
    )
    await step('pictures', () =>
      copyInto(
        client,
        'pictures (key, member_id, uploaded_at, stored_at, is_worn)',
        rows.pictures(),
      ),
    )
    await step('profiles', () =>
      copyInto(client, 'profiles (member_id, bio, skills, github, location)', rows.profiles()),
    )
    await step('posts', () =>
      copyInto(client, 'posts (id, author_id, type, title, body, github)', rows.posts()),
    )
    await step('likes', () =>
      copyInto(client, 'post_likes (post_id, member_id, liked_at)', rows.likes()),
    )
    await step('comments', () =>
      copyInto(
        client,
        'comments (id, post_id, parent_id, root_id, depth, author_id, content)',
        rows.comments(),
      ),
    )
    await step('counters', () =>
      client.query(`
      insert into post_stats (post_id, like_count, comment_count)
      select id, coalesce(liked, 0), coalesce(commented, 0) from posts
      left join (select post_id, count(*) as liked from post_likes group by 1) as l on l.post_id = id
      left join (select post_id, count(*) as commented from comments group by 1) as c on c.post_id = id
      order by id`),
    )
    await step('ranks', () =>
      client.query(`
      insert into post_ranks (post_id, type, like_count)
      select id, type, like_count from posts join post_stats on post_id = id order by id`),
    )
    await step('skills', () =>
      client.query(`
      insert into skills (folded, name, members)
      select lower(skill), min(skill), count(*) from profiles, unnest(skills) as skill group by 1`),
    )
    await step('search', () => fillSearch(db, client))
  })
}
