import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '@dolph/api/testing/start-process'
import pg from 'pg'

const run = promisify(execFile)
const START_TIMEOUT_MS = 20_000

/** Starts a PostgreSQL server of its own, which an attack may freeze or fill; `await using` stops it and deletes its data. */
export async function startPrivatePostgres(settings: Record<string, string> = {}) {
  const bin = findBinaries()
  const user = await readServerUser()
  const folder = mkdtempSync(join(tmpdir(), 'dolph-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder }
  await run(join(bin, 'initdb'), ['-D', folder, '-A', 'trust', '-U', 'postgres', '-N'], options)
  const port = await findFreePort()
  const flags = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    ...settings,
  }
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', folder, ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...options, stdio: 'ignore' },
  )
  const pid = server.pid ?? 0
  const exited = once(server, 'exit')
  const stop = () => {
    signalAll(pid, 'SIGCONT')
    server.kill('SIGQUIT')
  }
  process.once('exit', stop)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitUntilAnswering(url)

  return {
    url,
    /** Stops the server and its backends as they are: connections stay open, and no call gets an answer. */
    freeze: () => signalAll(pid, 'SIGSTOP'),
    resume: () => signalAll(pid, 'SIGCONT'),
    async runStatement(statement: string): Promise<void> {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(statement)
      await client.end()
    },
    /** The user that the server runs as; null for the user of this process. */
    user,
    async [Symbol.asyncDispose]() {
      process.off('exit', stop)
      stop()
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

function findBinaries(): string {
  const [newest] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().toReversed()
  if (newest === undefined) throw new Error('PostgreSQL is not installed in /usr/lib/postgresql')
  return dirname(newest)
}

/** PostgreSQL refuses to run as root; null stands for the user of this process. */
async function readServerUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const [uid, gid] = await Promise.all([
    run('id', ['-u', 'postgres']),
    run('id', ['-g', 'postgres']),
  ])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function signalAll(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  // The postmaster first, so that it starts no backend that is not stopped.
  for (const each of [pid, ...children.map(Number)]) if (each > 0) process.kill(each, signal)
}

async function waitUntilAnswering(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await wait(50)
    }
  }
}
