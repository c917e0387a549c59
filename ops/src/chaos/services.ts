import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { chown, mkdir, readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { APP_ORIGIN } from '@dolph/bench/api-server'
import { findFreePort } from '@dolph/bench/benchmark-tools'

const runCommand = promisify(execFile)
const API_ENTRY = new URL('../../../api/src/main.ts', import.meta.url).pathname
const REDIS_COMMAND = 'redis-server'
const DEBIAN_POSTGRES_DIRECTORY = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 180_000
const POLL_INTERVAL_MS = 25

/** A service of the test that can be killed and restarted. */
export interface Service {
  name: string
  port: number
  /** Starts the service and waits until it responds. */
  start: () => Promise<void>
  kill: () => Promise<void>
  /** Stops the service as a supervisor does, with SIGTERM, and returns its exit code. */
  stop: () => Promise<number | null>
  /** Freezes or thaws the process. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => void
  isRunning: () => boolean
}

interface ServiceDefinition {
  name: string
  port: number
  launch: () => ChildProcess
  isResponding: () => Promise<boolean>
  startTimeoutMs?: number | undefined
}

export function createService(definition: ServiceDefinition): Service {
  const { name, port, launch, isResponding, startTimeoutMs = START_TIMEOUT_MS } = definition
  let child: ChildProcess | undefined
  // The service must not outlive this process.
  process.on('exit', () => child?.kill('SIGKILL'))
  return {
    name,
    port,
    async start() {
      const deadline = Date.now() + startTimeoutMs
      child = launch()
      while (!(await isResponding())) {
        if (Date.now() > deadline)
          throw new Error(`${name} did not start within ${startTimeoutMs} ms`)
        await wait(POLL_INTERVAL_MS)
        // PostgreSQL refuses to start while a backend of the killed server is still running.
        if (hasExited(child)) child = launch()
      }
    },
    async kill() {
      if (!child || hasExited(child)) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      if (!child || hasExited(child)) return child?.exitCode ?? null
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
    signal: (signal) => child?.kill(signal),
    isRunning: () => child !== undefined && !hasExited(child),
  }
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** A separate PostgreSQL cluster with default settings, which flush every commit to disk. */
export async function createPostgresService(directory: string): Promise<Service & { url: string }> {
  const port = await findFreePort()
  const bin = await findPostgresBinaries()
  const owner = await findPostgresUser()
  const data = join(directory, 'postgres')
  await mkdir(data)
  if (owner) await chown(data, owner.uid, owner.gid)
  await runCommand(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'],
    {
      ...owner,
      cwd: data,
    },
  )
  const log = openLogFile(directory, 'postgres.log')
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data]
  const definition = {
    name: 'PostgreSQL',
    port,
    launch: () => spawn(join(bin, 'postgres'), args, { ...owner, ...log, cwd: data }),
    isResponding: async () =>
      runCommand(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port), '-t', '1']).then(
        () => true,
        () => false,
      ),
  }
  return { ...createService(definition), url: `postgres://postgres@127.0.0.1:${port}/postgres` }
}

/** The directory of the PostgreSQL binaries, which Debian does not install on the PATH; of this machine, or as seen in a Debian in a folder. */
export async function findPostgresBinaries(root = '/'): Promise<string> {
  const directory = join(root, DEBIAN_POSTGRES_DIRECTORY)
  if (!existsSync(directory)) return ''
  const [newest] = (await readdir(directory)).toSorted((a, b) => Number(b) - Number(a))
  return newest === undefined ? '' : join(DEBIAN_POSTGRES_DIRECTORY, newest, 'bin')
}

/** The user to run PostgreSQL as when this process is root, as which PostgreSQL refuses to run. */
export async function findPostgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all([
    runCommand('id', ['-u', 'postgres']),
    runCommand('id', ['-g', 'postgres']),
  ])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

export async function createRedisService(directory: string): Promise<Service & { url: string }> {
  const port = await findFreePort()
  const log = openLogFile(directory, 'redis.log')
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory]
  const definition = {
    name: 'Redis',
    port,
    launch: () => spawn(REDIS_COMMAND, args, log),
    isResponding: () => isPortOpen(port),
  }
  return { ...createService(definition), url: `redis://127.0.0.1:${port}/0` }
}

interface ApiDependencies {
  directory: string
  database: string
  redis: string
  /** The program to run; by default that of this repository. */
  entry?: string
  env?: Record<string, string>
  /** For a process that waits for something else before it is ready. */
  startTimeoutMs?: number
}

/** One API process. Rate limits are relaxed because all clients share one address. */
export async function createApiService(
  name: string,
  dependencies: ApiDependencies,
): Promise<Service> {
  const { entry = API_ENTRY } = dependencies
  const port = await findFreePort()
  const log = openLogFile(dependencies.directory, getLogFileName(name))
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    ROLE: 'api',
    LIMITS: 'relaxed',
    LOG_LEVEL: 'warn',
    APP_ORIGIN,
    DATABASE_URL: dependencies.database,
    REDIS_URL: dependencies.redis,
    PORT: String(port),
    // A worker has no other port.
    OPS_PORT: dependencies.env?.['ROLE'] === 'worker' ? String(port) : '0',
    DRAIN_MS: '0',
    ...dependencies.env,
  }
  return createService({
    name,
    port,
    launch: () => spawn(process.execPath, [entry], { ...log, env }),
    isResponding: () => isApiReady(port),
    startTimeoutMs: dependencies.startTimeoutMs,
  })
}

/** The file in the directory of the run that has the output of a service. */
export function getLogFileName(name: string): string {
  return `${name.replaceAll(' ', '-')}.log`
}

export async function isApiReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  )
}

export async function isPortOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

export function openLogFile(directory: string, name: string): SpawnOptions {
  const fd = openSync(join(directory, name), 'a')
  return { stdio: ['ignore', fd, fd] }
}
