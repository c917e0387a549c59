import pg from 'pg'

/** The first half of every advisory lock that means "this worker lives"; the second half says which. */
const HEARTBEAT_LOCK_CLASS = 0x444f4c50
const CHECK_INTERVAL_MS = 2_000
const RECONNECT_DELAY_MS = 250

interface Options {
  databaseUrl: string
  lookMs?: number | undefined
  onError: (error: unknown) => void
  onJobsReleased: (workers: string[]) => void
}

/**
 * A worker holds a lock in PostgreSQL for as long as it lives: the lock goes with its connection, however its process
 * ends. Whoever holds jobs without such a lock at two looks in a row is dead, and its jobs are set free. Without this,
 * the queue itself would wait for four hours.
 */
export async function startHeartbeat({
  databaseUrl,
  lookMs = CHECK_INTERVAL_MS,
  onError,
  onJobsReleased,
}: Options) {
  let own: string | undefined
  let suspects: string[] = []
  let isOver = false
  let wake = () => {}
  let client: pg.Client | undefined
  client = await connect()
  const looking = keepLooking()

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
    })
    next.on('error', onError)
    next.on('end', () => {
      if (client !== next) return
      client = undefined
      wake()
    })
    try {
      await next.connect()
      await next.query(SET_TCP_KEEPALIVES)
      if (own !== undefined) await acquireHeartbeatLock(next, own)
      return next
    } catch (error) {
      next.end().catch(onError)
      throw error
    }
  }

  async function keepLooking(): Promise<void> {
    while (!isOver) {
      try {
        client ??= await connect()
        await look(client)
      } catch (error) {
        onError(error)
        suspects = []
        client?.end().catch(onError)
        client = undefined
      }
      if (!isOver) await pause(client ? lookMs : RECONNECT_DELAY_MS)
    }
  }

  async function look(through: pg.Client): Promise<void> {
    const { rows } = await through.query<{ id: string }>(SELECT_WORKERS_WITHOUT_HEARTBEAT, [
      HEARTBEAT_LOCK_CLASS,
    ])
    const missing = rows.map(({ id }) => id)
    const dead = missing.filter((id) => suspects.includes(id))
    suspects = missing
    if (dead.length === 0) return
    await through.query('select graphile_worker.force_unlock_workers($1)', [dead])
    onJobsReleased(dead)
  }

  async function pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    /** From now on this process lives under this name, and under no other. */
    as(worker: string): void {
      own = worker
      // Were this to fail, the connection is lost, and the next one takes the lock again.
      if (client) acquireHeartbeatLock(client, worker).catch(onError)
    },
    async end(): Promise<void> {
      isOver = true
      wake()
      await looking
      await client?.end()
    },
  }
}

async function acquireHeartbeatLock(client: pg.Client, worker: string): Promise<void> {
  await client.query('select pg_advisory_unlock_all()')
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [
    HEARTBEAT_LOCK_CLASS,
    worker,
  ])
}

// A machine that went without a word is noticed in half a minute, not in two hours.
const SET_TCP_KEEPALIVES =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

const SELECT_WORKERS_WITHOUT_HEARTBEAT = `
  select distinct locked_by as id from graphile_worker.jobs
  where locked_by is not null and not exists (
    select from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = $1 and objid = hashtext(locked_by)::oid and objsubid = 2)`
