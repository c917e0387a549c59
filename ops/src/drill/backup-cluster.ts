import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '@dolph/bench/benchmark-tools'
import { REPOSITORY } from '@dolph/bench/previous-version'
import pg from 'pg'
import {
  createService,
  findPostgresBinaries,
  findPostgresUser,
  openLogFile,
  type Service,
} from '../chaos/services.ts'

const runCommand = promisify(execFile)
const CONFIG = join(REPOSITORY, 'deploy/backup/pgbackrest.conf')
const SETTINGS = join(REPOSITORY, 'deploy/backup/postgresql-backup.conf')
const PROMOTION_POLL_MS = 50
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

/** PostgreSQL with checksums, and pgBackRest as `deploy/backup` sets it up, with a repository in a folder. */
export async function createBackupCluster(directory: string, archiveTimeout: number) {
  await installPrograms()
  const [bin, owner, port] = await Promise.all([
    findPostgresBinaries(),
    findPostgresUser(),
    findFreePort(),
  ])
  const folders = Object.fromEntries(
    ['postgres', 'restored', 'repository', 'spool', 'lock', 'log', 'conf.d'].map((name) => [
      name,
      join(directory, name),
    ]),
  )
  for (const folder of Object.values(folders)) {
    await mkdir(folder)
    if (owner) await chown(folder, owner.uid, owner.gid)
    await chmod(folder, 0o700)
  }
  const data = join(directory, 'postgres')
  await writeFile(
    join(directory, 'conf.d', 'repository.conf'),
    [
      '[global]',
      'repo1-type=posix',
      `repo1-path=${directory}/repository`,
      'repo1-cipher-pass=of-this-drill-only',
      `spool-path=${directory}/spool`,
      `lock-path=${directory}/lock`,
      `log-path=${directory}/log`,
      '',
    ].join('\n'),
  )
  const initdb = ['-D', data, '-A', 'trust', '-U', 'postgres', '--data-checksums', '--no-sync']
  await runCommand(join(bin, 'initdb'), initdb, { ...owner, cwd: data })
  // A copy, because PostgreSQL may run as a user who cannot read the repository. The configuration of this machine is left alone.
  const config = join(directory, 'pgbackrest.conf')
  const settings = { 'pg1-path': data, 'pg1-port': `${port}\npg1-socket-path=${data}` }
  let text = await readFile(CONFIG, 'utf8')
  for (const [name, value] of Object.entries(settings))
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`)
  await writeFile(config, text)
  // In the place of /etc/pgbackrest; the commands stay as they are installed.
  const env = {
    ...process.env,
    PATH: process.env['PATH'] ?? '',
    PGBACKREST_CONFIG: config,
    PGBACKREST_CONFIG_INCLUDE_PATH: join(directory, 'conf.d'),
  }
  const options = { ...owner, env, cwd: directory, maxBuffer: OUTPUT_MAX_BYTES }

  async function runBackRest(command: string, ...args: string[]): Promise<string> {
    const all = ['--stanza=dolph', ...args, command]
    return (await runCommand('pgbackrest', all, options)).stdout
  }

  function createServer(folder: string, serverPort: number): Service & { url: string } {
    const log = openLogFile(directory, `${folder}.log`)
    const path = join(directory, folder)
    const args = ['-D', path, '-p', String(serverPort), '-h', '127.0.0.1', '-k', path]
    const ping = ['-h', '127.0.0.1', '-p', String(serverPort), '-t', '1']
    const service = createService({
      name: `PostgreSQL (${folder})`,
      port: serverPort,
      launch: () => spawn(join(bin, 'postgres'), args, { ...owner, ...log, env, cwd: path }),
      isResponding: async () =>
        runCommand(join(bin, 'pg_isready'), ping).then(
          () => true,
          () => false,
        ),
    })
    return { ...service, url: `postgres://postgres@127.0.0.1:${serverPort}/postgres` }
  }

  const server = createServer('postgres', port)
  return {
    server,
    runBackRest,
    env,
    /** Switches archiving on as the guide says: first the stanza, then the settings and a restart. */
    async startArchiving(): Promise<void> {
      await runBackRest('stanza-create')
      const archiving = await readFile(SETTINGS, 'utf8')
      const here = archiving.replace(
        /^archive_timeout = .*$/m,
        `archive_timeout = ${archiveTimeout}`,
      )
      await appendFile(join(data, 'postgresql.conf'), here)
      await server.stop()
      await server.start()
      await runBackRest('check')
    },
    /** Restores into another folder, to the end of the archive or to a time, and starts a server that does not archive. */
    async restore(time?: string) {
      const restoredPort = await findFreePort()
      const target = time === undefined ? [] : ['--type=time', `--target=${time}`]
      const promote = time === undefined ? [] : ['--target-action=promote']
      await runBackRest('restore', `--pg1-path=${directory}/restored`, ...target, ...promote)
      const configuration = join(directory, 'restored', 'postgresql.auto.conf')
      await appendFile(configuration, 'archive_mode = off\n')
      const restored = createServer('restored', restoredPort)
      await restored.start()
      await waitUntilPromoted(restored.url)
      return restored
    },
  }
}

async function waitUntilPromoted(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (;;) {
    const { rows } = await client.query<{ recovers: boolean }>(
      'select pg_is_in_recovery() as recovers',
    )
    if (rows[0]?.recovers === false) return client.end()
    await wait(PROMOTION_POLL_MS)
  }
}

async function installPrograms(): Promise<void> {
  const folders = (process.env['PATH'] ?? '').split(':')
  const missing = ['pgbackrest', 'rclone'].filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  )
  if (missing.length === 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const args = ['install', '-y', '-qq', '--no-install-recommends', ...missing]
  await runCommand('apt-get', ['update', '-qq'], { env })
  await runCommand('apt-get', args, { env })
}

/** The size of all files below a folder, in megabytes. */
export async function measureFolder(folder: string): Promise<number> {
  const { stdout } = await runCommand('du', ['-sm', folder])
  return Number.parseInt(stdout, 10)
}
