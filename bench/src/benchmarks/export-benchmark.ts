import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { insertExport } from '@dolph/api/features/exports/exports'
import { openDatabase, type Database } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { startApi } from '../api-server.ts'
import { signInBenchMembers } from '../bench-members.ts'
import { BENCH_DATABASE_URL, recreateDatabase } from '../database.ts'
import { median } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'

const DATABASE_URL = `${BENCH_DATABASE_URL}_export`
const ROWS = { likes: 37_000, messages: 30_000, comments: 15_000, posts: 4_000, threads: 1_000 }
/** Keeps the young generation of V8 small: it grows in any process that begins to work, up to 100 MB, whatever the export needs. */
const WORKER_NODE_OPTIONS = '--max-semi-space-size=8'
const POLL_MS = 100
/** Between two calls: other members use the product, and do not flood it. */
const CALL_PAUSE_MS = 20
const UNDISTURBED_MS = 15_000
const CALLS = [
  '/api/posts/browse',
  '/api/messages/conversations',
  '/api/notifications',
  '/api/join-requests',
]

/**
 * Measures how long one worker needs for the copy of a member with 100,000 rows, the memory that this takes, and how long calls of other
 * members take before, meanwhile and after.
 */
export async function benchmarkExport(): Promise<void> {
  await recreateDatabase(DATABASE_URL)
  await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
  await migrateDatabase(db)
  const memberId = await loadMember(db)
  const folder = await mkdtemp(join(tmpdir(), 'dolph-bench-export-'))
  try {
    const env = { DATABASE_URL, FILES_FOLDER: folder }
    await using api = await startApi(env)
    await using worker = await startApi({
      ...env,
      ROLE: 'both',
      NODE_OPTIONS: WORKER_NODE_OPTIONS,
    })
    const members = await signInBenchMembers(api.url, DATABASE_URL)
    const timer = new CallTimer(api.url, members)
    await timer.measureFor(UNDISTURBED_MS)
    const before = await timer.measureFor(UNDISTURBED_MS)

    const memoryBefore = await readPeakMemory(worker.child.pid)
    const started = performance.now()
    await insertExport(db, memberId)
    let seconds = 0
    const meanwhile = await timer.measureUntil(async () => {
      if (!(await isReady(db))) return false
      seconds = (performance.now() - started) / 1_000
      return true
    })
    const memory = (await readPeakMemory(worker.child.pid)) - memoryBefore
    const after = await timer.measureFor(UNDISTURBED_MS)

    const ratios = CALLS.map((path) => {
      const around = [...(before.get(path) ?? []), ...(after.get(path) ?? [])]
      const times = [before.get(path), meanwhile.get(path), after.get(path)]
      const medians = times.map((values) => median(values ?? []).toFixed(1))
      printLine(`${path}: ${medians.join(', ')} ms before, meanwhile and after`)
      return median(meanwhile.get(path) ?? []) / median(around)
    })
    const { rows, size } = await readExport(db)
    printLine(`${rows} rows, ${(size / 1e6).toFixed(1)} MB`)
    printLine(
      `seconds=${seconds.toFixed(1)} megabytes=${memory.toFixed(0)} slowest_call=${Math.max(...ratios).toFixed(2)}`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A member with rows of several kinds, and a text of usual length in each. */
async function loadMember(db: Database): Promise<string> {
  const text = 'The tide is out, and the boats lie on the sand. '
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into members (username) values ('author'), ('peer') returning id`,
  )
  const [author = '', peer = ''] = rows.map(({ id }) => id)
  await db.pool.query(
    `with written as (
      insert into posts (author_id, title, type, body)
      select $1, 'Tide ' || number, 'showcase', repeat($2, 20) from generate_series(1, $3::int) as number returning id)
    insert into post_stats (post_id) select id from written`,
    [author, text, ROWS.posts],
  )
  await db.pool.query(
    `insert into comments (post_id, author_id, content)
    select (select id from posts order by id limit 1), $1, repeat($2, 4) from generate_series(1, $3::int)`,
    [author, text, ROWS.comments - ROWS.threads],
  )
  await db.pool.query(
    `insert into comments (post_id, author_id, content)
    select id, $1, repeat($2, 4) from posts order by id limit $3::int`,
    [peer, text, ROWS.threads],
  )
  await db.pool.query(
    `insert into post_likes (member_id, post_id) select $1, uuid_v7() from generate_series(1, $2::int)`,
    [author, ROWS.likes],
  )
  await db.pool.query(
    `with pair as (
      select least($1::uuid, $2::uuid) as low, greatest($1::uuid, $2::uuid) as high,
        shard_between($1::uuid, $2::uuid) as shard),
    conversation as (
      insert into conversations (id, low_id, high_id)
      select id_in_shard(shard, clock_timestamp()), low, high from pair returning id),
    side as (
      insert into conversation_sides (member_id, peer_id, conversation_id) select $1::uuid, $2::uuid, id from conversation)
    insert into messages (id, shard, conversation_id, sender_id, content, changed_at)
    select id_in_shard(shard, clock_timestamp() + make_interval(secs => number)), shard, conversation.id,
      case when number % 2 = 0 then $1::uuid else $2::uuid end, repeat($3, 3), clock_timestamp()
    from pair, conversation, generate_series(1, $4::int) as number`,
    [author, peer, text, ROWS.messages],
  )
  await db.pool.query('vacuum analyze')
  return author
}

class CallTimer {
  readonly #url: string
  readonly #members: Record<string, string>[]
  #count = 0

  constructor(url: string, members: Record<string, string>[]) {
    this.#url = url
    this.#members = members
  }

  async measureFor(ms: number): Promise<Map<string, number[]>> {
    const end = performance.now() + ms
    return this.measureUntil(async () => performance.now() >= end)
  }

  /** The times of each call, in milliseconds. */
  async measureUntil(isOver: () => Promise<boolean>): Promise<Map<string, number[]>> {
    const times = new Map<string, number[]>(CALLS.map((path) => [path, []]))
    let checkedAt = -Infinity
    for (;;) {
      if (performance.now() - checkedAt >= POLL_MS) {
        if (await isOver()) return times
        checkedAt = performance.now()
      }
      for (const path of CALLS) {
        const headers = this.#members[(this.#count += 1) % this.#members.length] ?? {}
        const started = performance.now()
        const reply = await fetch(this.#url + path, { headers })
        await reply.arrayBuffer()
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
        times.get(path)?.push(performance.now() - started)
        await wait(CALL_PAUSE_MS)
      }
    }
  }
}

async function isReady(db: Database): Promise<boolean> {
  const { rows } = await db.pool.query<{ state: string }>('select state from exports')
  if (rows[0]?.state === 'failed') throw new Error('The export failed')
  return rows[0]?.state === 'ready'
}

async function readExport(db: Database): Promise<{ rows: number; size: number }> {
  const { rows } = await db.pool.query<{ rows: number; size: number }>(
    'select done as rows, size from exports',
  )
  return rows[0] ?? { rows: 0, size: 0 }
}

/** The most memory that the process has had so far, in megabytes. */
async function readPeakMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_000
}
