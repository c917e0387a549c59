import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase, type Database } from '@dolph/api/db/database'
import { migrateDatabase } from '@dolph/api/db/migrate-database'
import { insertEvent } from '@dolph/api/events/insert-event'
import { startApi } from '../api-server.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { printLine } from '../print-line.ts'

const DATABASE_URL = `${BENCH_DATABASE_URL}_followers`
const DEFAULT_FOLLOWERS = 100_000
const POLL_MS = 50
/** The shares of the followers who are notified when a worker is killed. */
const KILLED_AT = [0.25, 0.5]

/**
 * Measures how long one worker needs to notify the followers of a project of an update. Then it writes a second update,
 * kills the worker twice, and counts how often each follower was notified. `--followers` sets their number.
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
  await recordTellings(db)

  const seconds = await measureUndisturbed(db, project, followers)
  printLine(`${followers} followers notified in ${seconds.toFixed(1)} s`)
  await db.pool.query(`truncate tellings`)
  await db.pool.query(`update notifications set read_at = now()`)
  const { told, members } = await notifyWithKills(db, project, followers)
  printLine(`with ${KILLED_AT.length} killed workers: ${told} times, ${members} followers`)
  printLine(`seconds=${seconds.toFixed(1)} told=${told} members=${members}`)
  if (told !== followers || members !== followers)
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
async function recordTellings(db: Database): Promise<void> {
  await db.pool.query(`create unlogged table tellings (member_id uuid)`)
  await db.pool.query(`
    create function record_telling() returns trigger language plpgsql as
      'begin insert into tellings values (new.member_id); return null; end'`)
  await db.pool.query(`
    create trigger record_telling after insert or update of at on notifications
    for each row execute function record_telling()`)
}

async function measureUndisturbed(db: Database, project: Project, followers: number) {
  await using _worker = await startApi({ DATABASE_URL, ROLE: 'both' })
  const started = performance.now()
  await writeUpdate(db, project)
  await waitForTellings(db, followers)
  return (performance.now() - started) / 1_000
}

async function notifyWithKills(db: Database, project: Project, followers: number) {
  await writeUpdate(db, project)
  for (const share of KILLED_AT) {
    const { child } = await startApi({ DATABASE_URL, ROLE: 'both' })
    await waitForTellings(db, followers * share)
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
  }
  await using _worker = await startApi({ DATABASE_URL, ROLE: 'both' })
  while (await db.selectFrom('update_deliveries').select('update_id').executeTakeFirst()) {
    await wait(POLL_MS)
  }
  return countTellings(db)
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

async function waitForTellings(db: Database, count: number): Promise<void> {
  while ((await countTellings(db)).told < count) await wait(POLL_MS)
}

async function countTellings(db: Database) {
  const { rows } = await db.pool.query<{ told: number; members: number }>(`
    select count(*)::integer as told, count(distinct member_id)::integer as members from tellings
  `)
  return rows[0] ?? { told: 0, members: 0 }
}
