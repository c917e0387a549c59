import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { startTestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import { APP_ORIGIN } from '@dolph/bench/api-server'
import { findFreePort } from '@dolph/bench/benchmark-tools'
import { REPOSITORY, runScript } from '@dolph/bench/previous-version'
import { createApiService, createRedisService } from '../chaos/services.ts'
import { createBackupCluster } from '../drill/backup-cluster.ts'

const runCommand = promisify(execFile)
const TIMEOUT_MS = 120_000
const ARCHIVE_TIMEOUT_SECONDS = 10
/** Where an operator stands: on a one box, or on a machine whose processes are units of systemd. */
export const PLACES = ['one box', 'systemd'] as const
export type Place = (typeof PLACES)[number]

/**
 * Starts what the commands of the guides need: PostgreSQL with its archive, Redis, a mail server, a process of each role, sample data, and
 * the command `dolph` of both places, with stand-ins for compose and systemd.
 */
export async function startCommandStack() {
  const directory = await mkdtemp(join(tmpdir(), 'dolph-commands-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o755)
  const cluster = await createBackupCluster(directory, ARCHIVE_TIMEOUT_SECONDS)
  const redis = await createRedisService(directory)
  await Promise.all([cluster.server.start(), redis.start()])
  await cluster.startArchiving()
  const { port } = cluster.server
  const server = { PGHOST: '127.0.0.1', PGPORT: String(port) }
  await runCommand('createdb', ['--username', 'postgres', 'dolph'], {
    env: { ...process.env, ...server },
  })
  const mailServer = await startTestSmtpServer()
  for (const name of ['files', 'list']) await mkdir(join(directory, name))
  const program = {
    NODE_ENV: 'development',
    APP_ORIGIN,
    DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/dolph`,
    REDIS_URL: redis.url,
    SMTP_URL: mailServer.smtpUrl,
    FILES_FOLDER: join(directory, 'files'),
    BACKUP_FOLDER: join(directory, 'list'),
    DOLPH_OPERATOR: 'reader',
  }
  await runScript(REPOSITORY, 'api/src/platform/db/run-migrate.ts', program)
  await runScript(REPOSITORY, 'api/src/seed/run-seed.ts', program)
  const apiPort = await findFreePort()
  const common = { directory, database: program.DATABASE_URL, redis: redis.url }
  const withLog = { ...program, LOG_LEVEL: 'info' }
  const apiEnv = { ...withLog, ROLE: 'api', OPS_PORT: String(apiPort) }
  const api = await createApiService('api', { ...common, env: apiEnv })
  const workerEnv = { ...withLog, ROLE: 'worker' }
  const worker = await createApiService('worker', { ...common, env: workerEnv })
  const services = [api, worker]
  await Promise.all(services.map(({ start }) => start()))
  const ports = { api: String(apiPort), worker: String(worker.port) }
  for (const name of ['api-1', 'api-2'])
    await symlink(join(directory, 'api.log'), join(directory, `${name}.log`))
  await writeFile(join(directory, 'metrics_token'), 'none')

  const folders = {
    'one box': await installBox(directory),
    systemd: await installUnits(directory, { program, ports }),
  }
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...program,
    ...server,
    ...pickBackRest(cluster.env),
    COMPOSE: join(import.meta.dirname, 'compose-stand-in'),
    STAND_IN_FOLDER: directory,
    STAND_IN_REPOSITORY: REPOSITORY,
    STAND_IN_NODE: process.execPath,
    STAND_IN_API_PORT: ports.api,
    STAND_IN_WORKER_PORT: ports.worker,
    STAND_IN_REDIS_PORT: String(redis.port),
  }
  return {
    /** Runs a line as a person would paste it, and returns why it failed. */
    async run(line: string, programs: string[], place: Place): Promise<string | undefined> {
      const folder = folders[place]
      const path = [folder, dirname(process.execPath), env['PATH']].join(':')
      // The last line has the exit codes of everything that pipes join.
      const script = `${line}\nprintf '\\nexit codes: %s\\n' "\${PIPESTATUS[*]}"`
      const options = { cwd: folder, env: { ...env, PATH: path }, timeout: TIMEOUT_MS }
      const result = await runCommand('bash', ['-c', script], options).catch(
        (error: Error & { stdout: string; stderr: string }) => error,
      )
      if (result instanceof Error) return result.message
      const codes = /exit codes: ([\d ]+)\n$/.exec(result.stdout)?.[1]?.split(' ').map(Number) ?? []
      return describeFailure(programs, codes, result.stderr)
    },
    async query(text: string): Promise<void> {
      const args = ['--username', 'postgres', '--dbname', 'dolph', '-c', text]
      await runCommand('psql', args, { env })
    },
    async [Symbol.asyncDispose]() {
      for (const service of [...services, redis, cluster.server]) await service.kill()
      await mailServer[Symbol.asyncDispose]()
      await rm(directory, { recursive: true })
    },
  }
}

async function installBox(directory: string): Promise<string> {
  const folder = join(directory, 'box')
  await cp(join(REPOSITORY, 'deploy/one-box'), folder, { recursive: true })
  await mkdir(join(folder, 'secrets'), { mode: 0o700 })
  await mkdir(join(folder, 'backups'))
  await writeFile(join(folder, '.env'), 'RELEASE=0.1.0\nCOMPOSE_PROFILES=\n')
  return folder
}

interface Units {
  program: Record<string, string>
  ports: { api: string; worker: string }
}

/** The script of the machines with units, with its folder, settings and ports those of the run. */
async function installUnits(directory: string, { program, ports }: Units): Promise<string> {
  const folder = join(directory, 'units')
  await mkdir(folder)
  const settings = join(folder, 'dolph.env')
  await writeFile(
    settings,
    Object.entries(program)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const script = await readFile(join(REPOSITORY, 'deploy/systemd/dolph'), 'utf8')
  await writeFile(
    join(folder, 'dolph'),
    script
      .replace('FOLDER=/opt/dolph', `FOLDER=${REPOSITORY}`)
      .replace('SETTINGS=/etc/dolph/dolph.env', `SETTINGS=${settings}`)
      .replace('9464', ports.api)
      .replace('9465', ports.worker),
    { mode: 0o755 },
  )
  for (const name of ['systemctl', 'journalctl', 'runuser'])
    await symlink(join(import.meta.dirname, 'systemd-stand-in'), join(folder, name))
  return folder
}

function pickBackRest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('PGBACKREST_')))
}

/** grep and jq end with 1 if there is nothing to show, and Dolph with 2 if it has found something. A closed pipe ends what writes into it. */
function describeFailure(programs: string[], codes: number[], stderr: string): string | undefined {
  const isFailed = codes.some((code, index) => {
    const program = programs[index] ?? ''
    const allowed = program.endsWith('dolph')
      ? [0, 2, 141]
      : ['grep', 'jq'].includes(program)
        ? [0, 1]
        : [0, 141]
    return !allowed.includes(code)
  })
  if (!isFailed && codes.length > 0) return undefined
  return `exit codes ${codes.join(' ')}: ${stderr.trim().split('\n').slice(-3).join('; ')}`
}
