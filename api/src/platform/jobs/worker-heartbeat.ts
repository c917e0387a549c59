import pg from 'pg'

/**
 * The first key of the advisory lock that a live worker holds; the second key is a hash of its id.
 * Arbitrary; ASCII `DOLP`.
 */
export const HEARTBEAT_LOCK_CLASS = 0x444f4c50
const CHECK_INTERVAL_MS = 2_000
const RECONNECT_DELAY_MS = 250

interface Options {
  databaseUrl: string
  applicationName?: string | undefined
  heartbeatCheckMs?: number | undefined
  onError: (error: unknown) => void
  onJobsReleased: (workers: string[]) => void
}

/**
 * A worker holds an advisory lock as long as it lives: PostgreSQL releases it with the connection, however the process
 * ends. A worker that has jobs but no lock in two checks in a row is dead, and its jobs are released. Without this, the
 * job queue would release them only after four hours.
 */
export async function startHeartbeat({
  databaseUrl,
  applicationName,
  heartbeatCheckMs = CHECK_INTERVAL_MS,
  onError,
  onJobsReleased,
}: Options) {
  let workerId: string | undefined
  let missingAtLastCheck: string[] = []
  let isStopped = false
  let wake = () => {}
  let client: pg.Client | undefined
  client = await connect()
  const checking = checkLoop()

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName,
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
      if (workerId !== undefined) await acquireHeartbeatLock(next, workerId)
      return next
    } catch (error) {
      next.end().catch(onError)
      throw error
    }
  }

  async function checkLoop(): Promise<void> {
    while (!isStopped) {
      try {
        client ??= await connect()
        await checkWorkers(client)
      } catch (error) {
        onError(error)
        missingAtLastCheck = []
        client?.end().catch(onError)
        client = undefined
      }
      if (!isStopped) await pause(client ? heartbeatCheckMs : RECONNECT_DELAY_MS)
    }
  }

  async function checkWorkers(connection: pg.Client): Promise<void> {
    const { rows } = await connection.query<{ id: string }>(SELECT_WORKERS_WITHOUT_HEARTBEAT, [
      HEARTBEAT_LOCK_CLASS,
    ])
    const missing = rows.map(({ id }) => id)
    const dead = missing.filter((id) => missingAtLastCheck.includes(id))
    missingAtLastCheck = missing
    if (dead.length === 0) return
    await connection.query('select graphile_worker.force_unlock_workers($1)', [dead])
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
    /** Holds the lock for this worker id, in place of any earlier id. */
    register(worker: string): void {
      workerId = worker
      // A failure means that the connection is lost; the next connection acquires the lock again.
      if (client) acquireHeartbeatLock(client, worker).catch(onError)
    },
    async stop(): Promise<void> {
      isStopped = true
      wake()
      await checking
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

// PostgreSQL detects a machine that disappeared within half a minute instead of two hours.
const SET_TCP_KEEPALIVES =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

const SELECT_WORKERS_WITHOUT_HEARTBEAT = `
  select distinct locked_by as id from graphile_worker.jobs
  where locked_by is not null and not exists (
    select from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = $1 and objid = hashtext(locked_by)::oid and objsubid = 2)`
