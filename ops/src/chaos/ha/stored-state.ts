import { listStoredNames } from '@dolph/api/testing/servers/test-storage'
import type pg from 'pg'
import type { HaStack } from './ha-stack.ts'
import type { StoredWrites } from './write-history.ts'

/** Reads what the members of the run wrote. `memberIds` are in the order of their sessions. */
export async function readStoredWrites(
  { database, bucket, mailServer }: HaStack,
  memberIds: string[],
): Promise<StoredWrites> {
  const posts = await selectRows<{ id: string; key: string }>(
    database,
    `select id, title as key from posts where title like 'ha post %'`,
  )
  const comments = await selectRows<{ id: string; key: string }>(
    database,
    `select id, content as key from comments where content like 'ha comment %'`,
  )
  const likes = await selectRows<{ post_id: string; member_id: string }>(
    database,
    'select post_id, member_id from post_likes',
  )
  const pictures = await selectRows<{ key: string }>(
    database,
    'select key from pictures where stored_at is not null',
  )
  const signUps = await selectRows<{ email: string }>(
    database,
    'select email from pending_sign_ups',
  )
  const files = new Set((await listStoredNames('', bucket)).map(extractKey))
  const numbers = new Map(memberIds.map((id, index) => [id, index]))
  return {
    posts,
    comments,
    likes: likes.map((like) => `${like.post_id} by ${numbers.get(like.member_id)}`),
    storedPictures: pictures.map(({ key }) => key).filter((key) => files.has(key)),
    signUps: signUps.map(({ email }) => email),
    mailRecipients: mailServer.allMails().flatMap(({ recipients }) => recipients),
  }
}

/** Counts the counters that differ from their rows. */
export async function countWrongCounters(database: pg.Pool): Promise<number> {
  const [row] = await selectRows<{ count: number }>(
    database,
    `select (
      select count(*) from post_stats where like_count <> (
        select count(*) from post_likes where post_likes.post_id = post_stats.post_id)
    ) + (
      select count(*) from post_stats where comment_count <> (
        select count(*) from comments where comments.post_id = post_stats.post_id)
    ) + (
      select count(*) from posts full join post_ranks on post_ranks.post_id = posts.id
        left join post_stats on post_stats.post_id = posts.id
      where post_ranks.like_count is distinct from post_stats.like_count
    ) + (
      select count(*) from conversation_sides as side where unread <> (
        select count(*) from messages
        where messages.conversation_id = side.conversation_id and sender_id = side.peer_id and read_at is null)
    ) as count`,
  )
  return row?.count ?? 0
}

/** Counts what nothing will ever take up: files without a row or a job, jobs and events left behind, mails that were not sent. */
export async function countOrphans({ database, bucket }: HaStack): Promise<number> {
  const files = await listStoredNames('', bucket)
  const [row] = await selectRows<{ files: number; jobs: number; mails: number; events: number }>(
    database,
    `select
      (select count(*) from unnest($1::text[]) as stored(key)
        where not exists (select from pictures where pictures.key = stored.key)
          and not exists (select from graphile_worker._private_jobs where payload ->> 'key' = stored.key)) as files,
      (select count(*) from graphile_worker._private_jobs where run_at < now() and attempts < max_attempts) as jobs,
      (select count(*) from mails where state <> 'sent') as mails,
      (select count(*) from events) + (select count(*) from failed_events) as events`,
    [[...new Set(files.map(extractKey))]],
  )
  return row ? row.files + row.jobs + row.mails + row.events : 0
}

function extractKey(fileName: string): string {
  return /pictures\/(?<key>[^/]+)/.exec(fileName)?.groups?.['key'] ?? fileName
}

async function selectRows<Row extends pg.QueryResultRow>(
  database: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await database.query<Row>(text, values)).rows
}
