import { execFile, spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { BENCH_DATABASE_URL } from './database.ts'

const runCommand = promisify(execFile)
const RUN_SECONDS = 4
const IN_FLIGHT_GRACE_MS = 500

/** Transactions a second of bare PostgreSQL running one of these scripts at a time, as prepared statements. */
export async function runPgbench(
  scripts: string | string[],
  variables: Record<string, string> = {},
  clients = 8,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-bench-'))
  const files: string[] = []
  for (const [nth, script] of [scripts].flat().entries()) {
    const file = join(folder, `${nth}.sql`)
    await writeFile(file, script)
    files.push('-f', file)
  }
  const url = new URL(BENCH_DATABASE_URL)
  const { stdout } = await runTool('pgbench', [
    ...['-h', url.hostname, '-p', url.port || '5432', '-U', url.username],
    ...[
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(RUN_SECONDS),
      ...files,
    ],
    ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
    url.pathname.slice(1),
  ])
  return parseRate(stdout, /tps = ([\d.]+)/)
}

interface WrkOptions {
  /** A Lua script that chooses what each request asks for. */
  lua?: string
  headers?: Record<string, string>
  seconds?: number
}

/** Requests a second of one server. */
export async function runWrk(
  url: string,
  { lua, headers = {}, seconds = RUN_SECONDS }: WrkOptions = {},
): Promise<number> {
  const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  if (lua) options.push('-s', await writeTemporaryFile('requests.lua', lua))
  const { stdout } = await runTool('wrk', ['-t1', '-c32', `-d${seconds}s`, ...options, url])
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)
  if (refused) throw new Error(`${refused[1]} requests to ${url} were refused`)
  return parseRate(stdout, /Requests\/sec:\s+([\d.]+)/)
}

/** Puts something for an engine to read into a file of its own, and gives its path. */
export async function writeTemporaryFile(name: string, text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'dolph-bench-')), name)
  await writeFile(file, text)
  return file
}

function parseRate(output: string, pattern: RegExp): number {
  const found = pattern.exec(output)?.[1]
  if (!found) throw new Error(`No figure in:\n${output}`)
  return Number(found)
}

async function runTool(name: string, args: string[]) {
  return runCommand(name, args, { maxBuffer: 16 * 1024 * 1024 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error(`This bench needs ${name}; Debian: apt-get install wrk postgresql-contrib`)
    },
  )
}

/** Starts a server of the project on a free port and waits until it answers; stopped by `await using`. */
export async function startServer(entry: string, env: Record<string, string>, ready = '/healthz') {
  const port = env['PORT'] ?? (await findFreePort())
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // Also when a bench fails half-way.
  process.on('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; !(await isResponding(url + ready)); attempt += 1) {
    if (attempt > 100 || child.exitCode !== null) throw new Error(`${entry} did not start`)
    await wait(100)
  }
  return {
    url,
    child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      // What wrk asked for and did not wait for is still being answered.
      await wait(IN_FLIGHT_GRACE_MS)
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function isResponding(url: string): Promise<boolean> {
  return fetch(url).then(
    (reply) => reply.ok,
    () => false,
  )
}

export async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
