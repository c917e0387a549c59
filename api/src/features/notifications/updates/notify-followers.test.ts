import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { insertEvent } from '../../../platform/events/insert-event.ts'
import { deliverPendingEvents } from '../../../testing/events/deliver-pending-events.ts'
import { createMemberFixture, createPostFixture } from '../../../testing/fixtures.ts'
import { startWorkerStack } from '../../../testing/start-worker-stack.ts'
import { notificationSubscribers } from '../subscribers.ts'
import { notifyFollowersJobs } from './notify-followers.ts'

const WORKER_PROCESS = new URL('../testing/notify-followers-process.ts', import.meta.url)
const FOLLOWERS = 3_000

// Three workers start one after another, which takes long on a busy machine.
test(
  '3,000 followers are each notified once although the worker is killed twice',
  { timeout: 60_000 },
  async () => {
    await using stack = await startWorkerStack()
    const { db, config } = stack
    const ada = await createMemberFixture(db, 'ada')
    const post = await createPostFixture(db, ada)
    await sql`
    with follower as (
      insert into members (username) select 'follower' || number from generate_series(1, ${FOLLOWERS}::int) as number
      returning id)
    insert into follows (member_id, post_id, with_updates) select id, ${post}, true from follower
  `.execute(db)
    await recordLineWrites(db)
    await writeUpdate(db, post, ada)
    await deliverPendingEvents(stack, [notificationSubscribers])
    const env = {
      NODE_ENV: 'test',
      APP_ORIGIN: config.APP_ORIGIN,
      DATABASE_URL: config.DATABASE_URL,
      REDIS_URL: config.REDIS_URL,
    }

    for (let kills = 0; kills < 2; kills += 1) {
      const worker = fork(WORKER_PROCESS, { env: { ...process.env, ...env } })
      await once(worker, 'message')
      await once(worker, 'message')
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
    const { writes } = await countLineWrites(db)
    expect(writes).toBeLessThan(FOLLOWERS)
    await stack.startWorker(...notifyFollowersJobs)

    const countDeliveries = async () =>
      (await db.selectFrom('update_deliveries').select('update_id').execute()).length
    await expect.poll(countDeliveries, { timeout: 40_000 }).toBe(0)
    expect(await countLineWrites(db)).toEqual({ writes: FOLLOWERS, members: FOLLOWERS })
  },
)

/** Writes down each time that a line is started or renewed. */
async function recordLineWrites(db: Database) {
  await sql`create table line_writes (member_id uuid)`.execute(db)
  await sql`
    create function record_line_write() returns trigger language plpgsql as
      'begin insert into line_writes values (new.member_id); return null; end'`.execute(db)
  await sql`
    create trigger record_line_write after insert or update of at on notifications
    for each row execute function record_line_write()`.execute(db)
}

async function countLineWrites(db: Database) {
  const { rows } = await sql<{ writes: number; members: number }>`
    select count(*)::integer as writes, count(distinct member_id)::integer as members from line_writes
  `.execute(db)
  return rows[0] ?? { writes: 0, members: 0 }
}

async function writeUpdate(db: Database, post: string, author: string, body = 'It has tides') {
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('updates')
      .values({ post_id: post, author_id: author, body })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertEvent(tx, 'update.posted', { subjectId: id, actorId: author, data: {} })
    return id
  })
}
