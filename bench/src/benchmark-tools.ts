import { execFile, spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { BENCH_DATABASE_URL } from './database.ts'
import { printLine } from './print-line.ts'
import { countRequests, requestCounts } from './request-counts.ts'

const runCommand = promisify(execFile)
const RUN_SECONDS = 4
/** Longer than any limit of the API: on a busy machine a late reply is no failure. */
const REPLY_TIMEOUT_SECONDS = 30
const IN_FLIGHT_GRACE_MS = 500

interface PgbenchOptions {
  variables?: Record<string, string>
  clients?: number
  databaseUrl?: string
  /** Plans each statement once per connection, as it is in a process that runs for long. */
  isPlannedOnce?: boolean
}

/** Runs pgbench with prepared statements, choosing among the scripts at random, and returns transactions per second. */
export async function runPgbench(
  scripts: string | string[],
  options: PgbenchOptions = {},
): Promise<number> {
  const { variables = {}, clients = 8, databaseUrl = BENCH_DATABASE_URL, isPlannedOnce } = options
  const directory = await mkdtemp(join(tmpdir(), 'dolph-bench-'))
  const files: string[] = []
  for (const [index, script] of [scripts].flat().entries()) {
    const file = join(directory, `${index}.sql`)
    await writeFile(file, script)
    files.push('-f', file)
  }
  const url = new URL(databaseUrl)
  const args = [
    '-h',
    url.hostname,
    '-p',
    url.port || '5432',
    '-U',
    url.username,
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
    ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
    url.pathname.slice(1),
  ]
  const settings = isPlannedOnce ? { PGOPTIONS: '-c plan_cache_mode=force_generic_plan' } : {}
  const { stdout } = await runTool('pgbench', args, settings)
  return parseRate(stdout, /tps = ([\d.]+)/)
}

interface WrkOptions {
  /** A Lua script that chooses the path, headers and body of each request. */
  lua?: string
  headers?: Record<string, string>
  seconds?: number | undefined
}

/** Runs wrk against one server and returns requests per second; counts those that were refused or got no reply. */
export async function runWrk(
  url: string,
  { lua, headers = {}, seconds = RUN_SECONDS }: WrkOptions = {},
): Promise<number> {
  const options = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  if (lua) options.push('-s', await writeTemporaryFile('requests.lua', lua))
  const load = ['-t1', '-c32', `-d${seconds}s`, '--timeout', `${REPLY_TIMEOUT_SECONDS}s`]
  const { stdout } = await runTool('wrk', [...load, ...options, url])
  const { refused, unanswered } = countRequests(stdout)
  if (refused + unanswered > 0)
    printLine(`${url}: ${refused} refused, ${unanswered} without a reply`)
  requestCounts.refused += refused
  requestCounts.unanswered += unanswered
  return parseRate(stdout, /Requests\/sec:\s+([\d.]+)/)
}

/** Writes a temporary file for a benchmark tool and returns its path. */
export async function writeTemporaryFile(name: string, text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'dolph-bench-')), name)
  await writeFile(file, text)
  return file
}

function parseRate(output: string, pattern: RegExp): number {
  const rate = pattern.exec(output)?.[1]
  if (!rate) throw new Error(`No rate found in the output:\n${output}`)
  return Number(rate)
}

async function runTool(name: string, args: string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, ...settings }
  return runCommand(name, args, { env, maxBuffer: 16 * 1024 * 1024 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Error(
        `This benchmark needs ${name}; Debian: apt-get install wrk postgresql-contrib`,
      )
    },
  )
}

/** Starts a server on a free port and waits until it responds; `await using` stops it. */
export async function startServer(
  entry: string,
  env: Record<string, string>,
  readyPath = '/healthz',
) {
  const port = env['PORT'] ?? (await findFreePort())
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // Ends the server also when the benchmark fails.
  process.on('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; !(await isResponding(url + readyPath)); attempt += 1) {
    if (attempt > 300 || child.exitCode !== null) throw new Error(`${entry} did not start`)
    await wait(100)
  }
  return {
    url,
    child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      // The server still answers requests that wrk sent without waiting for the response.
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
