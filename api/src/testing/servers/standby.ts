import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

const DEBIAN_DIRECTORY = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 120_000
/** Other work on the machine goes first. */
const NICENESS = '15'

/** What is lost when the machine fails is made again, so nothing waits for the disk; commits still wait for what positions read. */
const PRIMARY_SETTINGS = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
full_page_writes = off
synchronous_commit = on
max_connections = 300
max_wal_senders = 10
shared_buffers = 32MB
wal_receiver_status_interval = 1s
max_standby_streaming_delay = 500ms
logging_collector = off
`

export interface PostgresServer {
  port: number
  /** The URL of its database `postgres`. */
  url: string
  /** Runs a statement as the superuser. */
  query: (text: string) => Promise<unknown[]>
  signal: (signal: NodeJS.Signals) => void
}

export interface StandbyServer extends PostgresServer {
  /** Replays what is older than this. */
  delay: (ms: number) => Promise<void>
  pause: () => Promise<void>
  resume: () => Promise<void>
  promote: () => Promise<void>
}

/** Starts a primary with streaming standbys, in a folder of its own; `await using` stops them and removes it. */
export async function startStandbys(count: number) {
  const bin = await findBinaries()
  const owner = await findOwner()
  const folder = await mkdtemp(join(tmpdir(), 'dolph-standby-'))
  if (owner) await chown(folder, owner.uid, owner.gid)
  const children: ChildProcess[] = []
  // An immediate shutdown, which also ends the processes of connections.
  const killAll = () => {
    for (const child of children) child.kill('SIGQUIT')
  }
  // The servers must not outlive this process.
  process.on('exit', killAll)

  const call = async (command: string, args: string[]) =>
    run('nice', ['-n', NICENESS, join(bin, command), ...args], { ...owner, cwd: folder })

  async function startServer(data: string): Promise<PostgresServer> {
    const port = await findFreePort()
    const child = spawn(
      'nice',
      ['-n', NICENESS, join(bin, 'postgres'), '-D', data, '-p', String(port)],
      { ...owner, cwd: folder, stdio: 'ignore' },
    )
    children.push(child)
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    const server = {
      port,
      url,
      query: async (text: string) => queryOnce(url, text),
      signal: (signal: NodeJS.Signals) => void child.kill(signal),
    }
    await waitUntilReady(server, child)
    return server
  }

  async function stop(): Promise<void> {
    process.off('exit', killAll)
    const exits = children.map(async (child) => child.exitCode ?? once(child, 'exit'))
    killAll()
    await Promise.all(exits)
    await rm(folder, { recursive: true, force: true })
  }

  try {
    const data = join(folder, 'primary')
    const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--locale', 'C.UTF-8']
    await call('initdb', initdb)
    await appendFile(join(data, 'postgresql.conf'), PRIMARY_SETTINGS)
    const primary = await startServer(data)
    const standbys: StandbyServer[] = []
    for (let nth = 1; nth <= count; nth += 1) {
      const copy = join(folder, `standby-${nth}`)
      const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres', '-D', copy]
      const slot = ['-c', 'fast', '-X', 'stream', '-R', '-C', '-S', `standby_${nth}`, '--no-sync']
      await call('pg_basebackup', [...source, ...slot])
      standbys.push(addReplayControl(await startServer(copy)))
    }
    return { primary, standbys, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function addReplayControl(server: PostgresServer): StandbyServer {
  return {
    ...server,
    async delay(ms) {
      await server.query(`alter system set recovery_min_apply_delay = '${ms}ms'`)
      await server.query('select pg_reload_conf()')
    },
    async pause() {
      await server.query('select pg_wal_replay_pause()')
    },
    async resume() {
      await server.query('select pg_wal_replay_resume()')
    },
    async promote() {
      await server.query('select pg_promote()')
    },
  }
}

async function queryOnce(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  // A server that is killed breaks the connection.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows as unknown[]
  } finally {
    await client.end()
  }
}

async function waitUntilReady({ query }: PostgresServer, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      await query('select 1')
      return
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error('PostgreSQL did not start', { cause: error })
      await wait(50)
    }
  }
}

async function findBinaries(): Promise<string> {
  const versions = (await readdir(DEBIAN_DIRECTORY)).map(Number)
  return join(DEBIAN_DIRECTORY, String(Math.max(...versions)), 'bin')
}

/** PostgreSQL does not run as root. */
async function findOwner(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const readId = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await readId('-u'), gid: await readId('-g') }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
