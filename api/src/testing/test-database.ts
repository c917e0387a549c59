import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { TEST_STANDBY_URL } from './standby-test-mode.ts'
import { Database, openDatabase } from '../platform/db/database.ts'

export const TEMPLATE_DATABASE = 'dolph_test_template'
/** Fewer connections than for writing: `max_connections` of a test server bounds all workers. */
const READ_POOL = 5
const SERVER_URL = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export const databaseAddress = {
  host: new URL(SERVER_URL).hostname,
  port: Number(new URL(SERVER_URL).port || 5432),
}

export function buildDatabaseUrl(database: string): string {
  return new URL(`/${database}`, SERVER_URL).href
}

/** Connects to the server's own database, for creating and dropping others. */
export function openMaintenanceDatabase(): Database {
  return openDatabase(SERVER_URL, { poolSize: 1, statementTimeoutMs: 0 })
}

/**
 * Creates a new copy of a template, dropped by `await using`. Slower than `openTestDatabase`: only for another template, and for
 * tests of query plans. Reused tables would change the plans, and so would `synchronous_commit = off`: VACUUM does not mark
 * pages as all-visible while the commit of a row is not yet on disk. Statements have no time limit: inserting thousands of rows
 * takes longer than a request may, on a stalled host by far.
 */
export async function cloneDatabase(template = TEMPLATE_DATABASE) {
  const name = `dolph_test_${randomBytes(6).toString('hex')}`
  const server = openMaintenanceDatabase()
  await sql.raw(`create database ${name} template ${template}`).execute(server)
  const url = buildDatabaseUrl(name)
  const db = openDatabase(url, { statementTimeoutMs: 0 })
  return {
    db,
    url,
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await sql.raw(`drop database ${name} with (force)`).execute(server)
      await server.destroy()
    },
  }
}

/**
 * Opens a private database with the migrated schema and no rows, released by `await using`.
 * Databases are emptied and reused: dropping one makes PostgreSQL write a checkpoint, which takes longer than most tests.
 */
export async function openTestDatabase() {
  const slot = freeSlots.pop() ?? (await lockSlot())
  const pools = await openEmptyPools(slot)
  const methods = pools.flatMap(readMethods)
  const [pool, readPool] = pools
  return {
    db: new Database(pool),
    /** The same database as what reads from standbys sees it: a statement that writes or locks fails. */
    readDb: new Database(readPool),
    url: slot.url,
    async [Symbol.asyncDispose]() {
      // A pool that a test spies on, listens to or has not finished with ends with the test.
      const lastMethods = pools.flatMap(readMethods)
      const isUnchanged = methods.every((method, index) => method === lastMethods[index])
      if (isUnchanged && pools.every(isQuiet)) slot.kept = pools
      else await endPools(pools)
      freeSlots.push(slot)
    },
  }
}

/** One that reads and writes, and one that only reads. */
type Pools = [pool: pg.Pool, readPool: pg.Pool]

/** The methods that a test may replace by a spy. */
function readMethods(pool: pg.Pool): unknown[] {
  return [Reflect.get(pool, 'query'), Reflect.get(pool, 'connect')]
}

function isQuiet(pool: pg.Pool): boolean {
  return !pool.ended && pool.idleCount === pool.totalCount && pool.listenerCount('acquire') === 0
}

async function endPools(pools: Pools): Promise<void> {
  await Promise.all(pools.map(async (pool) => pool.ended || pool.end()))
}

/** A reusable database of this process. Its connections are kept between tests: opening them takes longer than emptying tables. */
interface Slot {
  name: string
  url: string
  /** Holds the lock of the slot, so that a process that is killed releases its database too. */
  server: pg.Pool
  kept?: Pools | undefined
}

const freeSlots: Slot[] = []

async function lockSlot(): Promise<Slot> {
  // One connection that is never closed for being idle, and that does not keep the process alive.
  const server = new pg.Pool({
    connectionString: SERVER_URL,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  const { rows } = await server.query<{ slot: number }>(
    `select slot from generate_series(1, 1000) as slot where pg_try_advisory_lock(${LOCK_NAMESPACE}, slot) limit 1`,
  )
  const name = getDatabaseName(rows[0]?.slot)
  return { name, url: buildDatabaseUrl(name), server }
}

async function openEmptyPools(slot: Slot): Promise<Pools> {
  const pools = slot.kept ?? openPools(slot)
  slot.kept = undefined
  const version = await readKnownVersion(slot)
  if (version && (await emptyDatabase(pools, version))) return pools
  await endPools(pools)
  await recreateDatabase(slot.server, slot.name)
  return openPools(slot)
}

function openPools({ url }: Slot): Pools {
  const pools: Pools = [openDatabase(url).pool, openReadDatabase(url).pool]
  // A kept pool does not keep a process alive that has nothing else to do.
  for (const pool of pools) pool.options.allowExitOnIdle = true
  return pools
}

/** As a standby would: a statement that writes or locks fails. */
export function openReadDatabase(url: string): Database {
  return openDatabase(url, { isReadOnly: true, poolSize: READ_POOL })
}

/** Drops every reusable database that no test is using. */
export async function dropTestDatabases(): Promise<void> {
  await using server = openMaintenanceDatabase()
  await server.connection().execute(async (connection) => {
    const { rows } = await sql<{ slot: number }>`
      -- Materialized, or PostgreSQL may try every lock first and take the slots of concurrent runs.
      with existing as materialized (
        select slot from generate_series(1, 1000) as slot
        where exists (select from pg_database where datname = ${sql.lit(SLOT_PREFIX)} || slot)
      )
      select slot from existing where pg_try_advisory_lock(${sql.lit(LOCK_NAMESPACE)}, slot)
    `.execute(connection)
    for (const { slot } of rows) {
      await sql
        .raw(`drop database if exists ${getDatabaseName(slot)} with (force)`)
        .execute(connection)
    }
  })
}

/** The first key of the advisory locks of the test databases. Arbitrary. */
const LOCK_NAMESPACE = 7_305_211
const SLOT_PREFIX = 'dolph_test_slot_'

function getDatabaseName(slot: number | undefined): string {
  if (slot === undefined) throw new Error('Every test database is in use')
  return `${SLOT_PREFIX}${slot}`
}

const APP_SCHEMAS = `(select oid from pg_namespace where nspname in ('public', 'graphile_worker'))`

/** Objects that PostgreSQL itself has are below this id. */
const FIRST_OWN_OID = 16_384

/**
 * A hash of the catalog: a change to a table, an index, a function or a trigger gives its row another transaction id. A sum of
 * hashes, because texts and their order take three times as long.
 */
const SCHEMA_VERSION = `concat_ws(',',
  (select sum(hash_record_extended(row(oid, xmin), 0)) from pg_class where relnamespace in ${APP_SCHEMAS}),
  (select sum(hash_record_extended(row(oid, xmin), 0)) from pg_proc where oid >= ${FIRST_OWN_OID}),
  (select sum(hash_record_extended(row(oid, xmin), 0)) from pg_trigger),
  (select sum(hash_record_extended(row(oid, xmin), 0)) from pg_constraint))`

async function recreateDatabase(server: pg.Pool, name: string): Promise<void> {
  await server.query(`drop database if exists ${name} with (force)`)
  await server.query(`create database ${name} template ${TEMPLATE_DATABASE}`)
  // A position is what is flushed, so with standbys a commit has to be.
  if (TEST_STANDBY_URL === undefined)
    await server.query(`alter database ${name} set synchronous_commit = off`)
  await using db = openDatabase(buildDatabaseUrl(name), { poolSize: 1 })
  const { rows } = await sql
    .raw<{ version: string }>(`select ${SCHEMA_VERSION} as version`)
    .execute(db)
  await server.query(`comment on database ${name} is '${rows[0]?.version}'`)
}

const PAGES_MAX = 250

/** Ends connections that a test left open, before its rows are looked for. */
const END_OTHER_CONNECTIONS = `
  select pg_terminate_backend(pid, 5000) from pg_stat_get_activity(null)
  where datid = (select oid from pg_database where datname = current_database()) and pid <> all($1)`

/** What a test left behind: its changes to the schema, and tables with rows, dead ones included. */
const READ_REMAINS = `
  with filled as materialized (
    select oid from pg_class
    where relkind = 'r' and relnamespace in ${APP_SCHEMAS} and pg_relation_size(oid) > 0
      and relname not in ('applied_migrations', 'applied_functions', 'migrations', 'installations')
  )
  select ${SCHEMA_VERSION} as version,
    (select coalesce(array_agg(oid::regclass::text), '{}') from filled) as tables,
    exists (
      select from filled
      where greatest(pg_relation_size(oid), pg_indexes_size(oid)) > 8192 * ${PAGES_MAX}
    ) as "isTooLarge"`

/** Deletes all rows and restarts the sequences; the replica role skips triggers and foreign keys. */
function buildDeletion(tables: string[]): string {
  return [
    'begin',
    `set local session_replication_role = replica`,
    ...tables.map((table) => `delete from ${table}`),
    'select setval(seqrelid::regclass, seqstart, false) from pg_sequence',
    'commit',
  ].join(';')
}

/** The version of the schema with which the database was created; undefined if there is no database. */
async function readKnownVersion({ server, name }: Slot): Promise<string | undefined> {
  const { rows } = await server.query<{ version: string | null }>(
    `select shobj_description(oid, 'pg_database') as version from pg_database where datname = $1`,
    [name],
  )
  return rows[0]?.version ?? undefined
}

interface Remains {
  version: string
  tables: string[]
  isTooLarge: boolean
}

/** Returns false if a test changed the schema, or if dead rows would slow the database down. */
async function emptyDatabase([pool, readPool]: Pools, knownVersion: string): Promise<boolean> {
  const clients = await Promise.all([
    ...Array.from({ length: Math.max(pool.totalCount, 1) }, async () => pool.connect()),
    ...Array.from({ length: readPool.totalCount }, async () => readPool.connect()),
  ])
  try {
    const pids = await Promise.all(clients.map(resetSession))
    const [client] = clients
    if (!client) return false
    // Prepared, because planning takes as long as running.
    await client.query({
      name: 'end-other-connections',
      text: END_OTHER_CONNECTIONS,
      values: [pids],
    })
    const { rows } = await client.query<Remains>({ name: 'read-remains', text: READ_REMAINS })
    const [remains] = rows
    if (remains?.version !== knownVersion || remains.isTooLarge) return false
    await client.query(buildDeletion(remains.tables))
    return true
  } finally {
    for (const client of clients) client.release()
  }
}

/** Ends what a test may have left on a connection, and returns the id of its process. */
async function resetSession(client: pg.PoolClient): Promise<number> {
  await client.query('reset all')
  const { rows } = await client.query<{ pid: number }>(
    'select pg_advisory_unlock_all(), pg_backend_pid() as pid',
  )
  return rows[0]?.pid ?? 0
}
