import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase, type Database } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { insertEvent } from '@dolph/api/platform/events/insert-event'
import { startApi } from '../api-server.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { connectPairs } from '../live/message-sender.ts'
import { printLine } from '../print-line.ts'

const DATABASE_URL = `${BENCH_DATABASE_URL}_followers`
const DEFAULT_FOLLOWERS = 100_000
const POLL_MS = 50
/** The shares of the followers who are notified when a worker is killed. */
const KILLED_AT = [0.25, 0.5]
/** Pairs of members who send each other messages meanwhile. */
const PAIR_COUNT = 100
const SEND_SECONDS = 10

/**
 * Measures how long one worker needs to notify the followers of a project of an update, first alone and then while members
 * send messages, and how many messages they send before and meanwhile. Then it writes another update, kills the worker twice,
 * and counts how often each follower was notified. `--followers` sets their number.
 */
export async function benchmarkFollowers(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { followers: { type: 'string' } },
  })
  const followers = Number(values.followers ?? DEFAULT_FOLLOWERS)
  await recreateDatabase(DATABASE_URL)
  await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const project = await loadFollowers(db, followers)
  await recordNotifications(db)

  const seconds = await measureUndisturbed(db, project, followers)
  printLine(`${followers} followers notified in ${seconds.toFixed(1)} s`)
  await forgetNotifications(db)
  const send = await measureSendRates(db, project, followers)
  await forgetNotifications(db)
  const { notified, members } = await notifyWithKills(db, project, followers)
  printLine(`with ${KILLED_AT.length} killed workers: ${notified} times, ${members} followers`)
  printLine(
    `seconds=${seconds.toFixed(1)} send=${send.toFixed(2)} notified=${notified} members=${members}`,
  )
  if (notified !== followers || members !== followers)
    throw new Error('A follower was not notified once')
}

interface Project {
  postId: string
  authorId: string
}

async function loadFollowers(db: Database, count: number): Promise<Project> {
  const { rows } = await db.pool.query<Project>(
    `
    with author as (insert into members (username) values ('author') returning id),
    post as (
      insert into posts (author_id, title, type, body) select id, 'Tide', 'showcase', 'A tide clock' from author
      returning id, author_id),
    follower as (
      insert into members (username) select 'follower_' || number from generate_series(1, $1::int) as number
      returning id),
    followed as (
      insert into follows (member_id, post_id, with_updates) select follower.id, post.id, true from follower, post)
    select id as "postId", author_id as "authorId" from post`,
    [count],
  )
  await db.pool.query(`analyze`)
  const [project] = rows
  if (!project) throw new Error('The project was not created')
  return project
}

/** Writes down each time that a notification is started or renewed. */
async function recordNotifications(db: Database): Promise<void> {
  await db.pool.query(`create unlogged table sent_notifications (member_id uuid)`)
  await db.pool.query(`
    create function record_telling() returns trigger language plpgsql as
      'begin insert into sent_notifications values (new.member_id); return null; end'`)
  await db.pool.query(`
    create trigger record_telling after insert or update of at on notifications
    for each row execute function record_telling()`)
}

async function measureUndisturbed(db: Database, project: Project, followers: number) {
  await using _worker = await startApi({ DATABASE_URL, ROLE: 'both' })
  const started = performance.now()
  await writeUpdate(db, project)
  await waitForNotifications(db, followers)
  return (performance.now() - started) / 1_000
}

/** The next update notifies the same followers again. */
async function forgetNotifications(db: Database): Promise<void> {
  await db.pool.query(`truncate sent_notifications`)
  await db.pool.query(`update notifications set read_at = now()`)
}

/** The rate of messages while followers are notified, as a share of the rate before and after. */
async function measureSendRates(db: Database, project: Project, followers: number) {
  await using api = await startApi({ DATABASE_URL })
  await using _worker = await startApi({ DATABASE_URL, ROLE: 'both' })
  using sender = await connectPairs(await loadPairs(db), {
    sendersUrl: api.url,
    peersUrl: api.url,
    database: DATABASE_URL,
  })
  await sender.measureThroughput(SEND_SECONDS)
  const before = await sender.measureThroughput(SEND_SECONDS)
  await writeUpdate(db, project)
  await waitForNotifications(db, 1)
  const meanwhile = await sender.measureThroughput(SEND_SECONDS)
  const { notified } = await countNotified(db)
  await waitForNotifications(db, followers)
  const after = await sender.measureThroughput(SEND_SECONDS)
  const rates = [before, meanwhile, after].map(Math.round)
  printLine(`messages per second before, meanwhile and after: ${rates.join(', ')}`)
  if (notified === followers) printLine('all followers were notified before the rate was measured')
  return meanwhile / ((before + after) / 2)
}

async function loadPairs(db: Database): Promise<[string, string][]> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into members (username) select 'sender_' || number from generate_series(1, $1::int) as number returning id`,
    [2 * PAIR_COUNT],
  )
  const ids = rows.map(({ id }) => id)
  return ids
    .slice(0, PAIR_COUNT)
    .map((id, index): [string, string] => [id, ids[PAIR_COUNT + index] ?? ''])
}

async function notifyWithKills(db: Database, project: Project, followers: number) {
  await writeUpdate(db, project)
  for (const share of KILLED_AT) {
    const { child } = await startApi({ DATABASE_URL, ROLE: 'both' })
    await waitForNotifications(db, followers * share)
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
  }
  await using _worker = await startApi({ DATABASE_URL, ROLE: 'both' })
  while (await db.selectFrom('update_deliveries').select('update_id').executeTakeFirst()) {
    await wait(POLL_MS)
  }
  return countNotified(db)
}

async function writeUpdate(db: Database, { postId, authorId }: Project): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('updates')
      .values({ post_id: postId, author_id: authorId, body: 'It has tides' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertEvent(tx, 'update.posted', { subjectId: id, actorId: authorId, data: {} })
  })
}

async function waitForNotifications(db: Database, count: number): Promise<void> {
  while ((await countNotified(db)).notified < count) await wait(POLL_MS)
}

async function countNotified(db: Database) {
  const { rows } = await db.pool.query<{ notified: number; members: number }>(`
    select count(*)::integer as notified, count(distinct member_id)::integer as members from sent_notifications
  `)
  return rows[0] ?? { notified: 0, members: 0 }
}
