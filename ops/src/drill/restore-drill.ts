import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { APP_ORIGIN } from '@dolph/bench/api-server'
import { REPOSITORY, runScript } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import pg from 'pg'
import { installBackupFiles } from '../backup/backup-unit.ts'
import { callApi } from '../chaos/call-api.ts'
import { createApiService, createRedisService } from '../chaos/services.ts'
import { createBackupCluster, measureFolder } from './backup-cluster.ts'
import { requireSuccess, signIn } from './drill-session.ts'
import { compareRows, startRowWriter } from './row-writer.ts'
import { writeDrillMetric } from './write-drill-metric.ts'

const runCommand = promisify(execFile)
/** As in deploy/backup/postgresql-backup.conf, but six times as often, so that the drill is short. */
const ARCHIVE_TIMEOUT_SECONDS = 10
const RPO_MARGIN_SECONDS = 5
const POLL_MS = 100
/** It takes seconds; on a busy machine minutes. */
const AFTER_RESTORE_TIMEOUT_MS = 1_200_000
const PASSWORD = 'Hunter22'
/** A sample member who leaves, and one who logs out, both after the backup. */
const LEAVER = 'dan'
const STAYER = 'ada'

/**
 * Loses a server and brings it back: to the end of its archive, and to a moment before a mistake, with everything erased since erased again.
 * Returns whether nothing was lost or wrong.
 */
export async function runRestoreDrill(ballastGb: number): Promise<boolean> {
  const startedAt = performance.now()
  const directory = await mkdtemp(join(tmpdir(), 'dolph-drill-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o755)
  const wrong: string[] = []
  const expect = (isTrue: boolean, fault: string) => isTrue || wrong.push(fault)
  const cluster = await createBackupCluster(directory, ARCHIVE_TIMEOUT_SECONDS)
  const redis = await createRedisService(directory)
  await Promise.all([cluster.server.start(), redis.start()])
  const env = await createBackupStore(directory, redis.url)
  const scriptEnv = { ...env, DATABASE_URL: cluster.server.url }
  await runScript(REPOSITORY, 'api/src/platform/db/run-migrate.ts', scriptEnv)
  await runScript(REPOSITORY, 'api/src/seed/run-seed.ts', scriptEnv)

  const loader = await connect(cluster.server.url)
  await addBallast(loader, ballastGb)
  await loader.end()
  await time('archiving started', () => cluster.startArchiving())
  const client = await connect(cluster.server.url)
  const metrics = join(directory, 'metrics')
  await mkdir(metrics, { mode: 0o755 })
  const copy = { FROM: env.FILES_FOLDER, TO: join(directory, 'files-copy') }
  const units = await installBackupFiles(directory, {
    ...pickStrings(cluster.env),
    ...copy,
    METRICS_FOLDER: metrics,
  })
  await time('full backup', () => units.startUnit('dolph-backup@.service', 'full'))
  const size = await measureFolder(join(directory, 'postgres', 'base'))
  const stored = await measureFolder(join(directory, 'repository'))
  printLine(`database ${size} MB, repository ${stored} MB`)
  const writer = await startRowWriter(cluster.server.url)
  const api = await createApiService('API', {
    directory,
    database: cluster.server.url,
    redis: redis.url,
    env,
  })
  await api.start()
  const url = `http://127.0.0.1:${api.port}`
  const [leaver, stayer] = [await signInSample(url, LEAVER), await signInSample(url, STAYER)]
  await time('differential backup', () => units.startUnit('dolph-backup@.service', 'diff'))
  await writeFile(join(env.FILES_FOLDER, 'picture'), 'of a member')
  await time('pictures copied', () => units.startUnit('dolph-copy-files.service'))
  const told = (await readdir(metrics)).toSorted()
  expect(told.length === 2, `the units left ${told.join(', ') || 'no time'} for Prometheus`)

  const noted = await noteMoment(client, writer.acknowledged.length)
  await waitFor(() => Promise.resolve(writer.acknowledged.length > noted.acknowledged + 1))
  await client.query('delete from posts')
  printLine(`the mistake: ${noted.posts} posts deleted by hand`)
  await requireSuccess(leaver, 'DELETE', '/api/profile/delete-account', { password: PASSWORD })
  await requireSuccess(stayer, 'POST', '/api/users/logout', {})
  await waitFor(() => isEverythingShipped(client))
  await waitForArchive(client)
  await client.end()

  await api.kill()
  await cluster.server.kill()
  const killedAt = Date.now()
  await writer.stop()
  await rm(join(directory, 'postgres'), { recursive: true })
  await rm(env.FILES_FOLDER, { recursive: true })
  printLine(`the server is gone, ${writer.acknowledged.length} rows were acknowledged`)

  const latest = await time('restored to the end of the archive', () => cluster.restore())
  const atEnd = await compareRows(latest.url, writer)
  const rpo = (killedAt - atEnd.lastAt) / 1_000
  const bound = killedAt - (ARCHIVE_TIMEOUT_SECONDS + RPO_MARGIN_SECONDS) * 1_000
  const lost = atEnd.countMissing(bound)
  expect(atEnd.countMissing(atEnd.lastAt) === 0, 'a row is missing before the last restored one')
  expect((await countPosts(latest.url)) === 0, 'the mistake is missing at the end of the archive')
  await latest.stop()

  const restoreStartedAt = performance.now()
  const before = await time('restored to before the mistake', () => cluster.restore(noted.time))
  const atMoment = await compareRows(before.url, writer)
  expect(atMoment.countMissing(noted.at) === 0, 'a row from before the moment is missing')
  expect(atMoment.countLater(noted.at) === 0, 'a row from after the moment is there')
  expect((await countPosts(before.url)) === noted.posts, 'not all posts are back')

  // As the guide says: rclone sync, from the copy.
  await runCommand('rclone', ['sync', join(copy.TO, 'current'), env.FILES_FOLDER])
  const picture = await readFile(join(env.FILES_FOLDER, 'picture'), 'utf8').catch(() => '')
  expect(picture === 'of a member', 'the picture is not back')

  const restored = await createApiService('restored API', {
    directory,
    database: before.url,
    redis: redis.url,
    env,
    startTimeoutMs: AFTER_RESTORE_TIMEOUT_MS,
  })
  const becomingReady = restored.start()
  // Awaited below; a failure before that must not end the drill without its line.
  becomingReady.catch(() => {})
  const restoredUrl = `http://127.0.0.1:${restored.port}`
  await waitFor(() => waitsForAfterRestore(restoredUrl))
  const args = ['--to', noted.time, '--by-hand', 'skip', '--yes']
  const restoredEnv = { ...env, DATABASE_URL: before.url }
  await time('after-restore', () =>
    runScript(REPOSITORY, 'api/src/privacy/after-restore/run-after-restore.ts', restoredEnv, args),
  )
  await becomingReady
  const rto = (performance.now() - restoreStartedAt) / 1_000
  for (const [name, session] of Object.entries({ leaver, stayer })) {
    const { status } = await callApi({ ...session, url: restoredUrl }, 'GET', '/api/users/me')
    expect(status === 401, `the ended session of the ${name} answers ${status}`)
  }
  wrong.push(...(await findTraces(before.url, noted)))
  await time('repository verified', () => cluster.runBackRest('verify'))
  for (const service of [restored, before, redis]) await service.kill()

  for (const fault of wrong) printLine(`wrong: ${fault}`)
  const isPassed = lost === 0 && wrong.length === 0
  if (isPassed) {
    await writeDrillMetric(rto)
    await rm(directory, { recursive: true })
  }
  if (!isPassed) printLine(`the logs of the servers are in ${directory}`)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  printLine(
    `rpo=${rpo.toFixed(1)} rto=${rto.toFixed(1)} lost=${lost} wrong=${wrong.length} seconds=${seconds}`,
  )
  return isPassed
}

/** Folders for the list of erasures and for pictures, as the environment of the program. */
async function createBackupStore(directory: string, redisUrl: string) {
  const [backup, files] = [join(directory, 'backup'), join(directory, 'files')]
  await Promise.all([mkdir(backup), mkdir(files)])
  return {
    NODE_ENV: 'development',
    APP_ORIGIN,
    ROLE: 'both',
    OPS_PORT: '0',
    REDIS_URL: redisUrl,
    BACKUP_FOLDER: backup,
    FILES_FOLDER: files,
  }
}

function pickStrings(env: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries(env).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as Record<string, string>
}

async function time<T>(description: string, run: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await run()
  printLine(`${description} in ${((performance.now() - start) / 1_000).toFixed(1)} s`)
  return result
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'psql' })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function addBallast(client: pg.Client, gb: number): Promise<void> {
  // 32 random characters and the overhead of a row are about 64 bytes.
  const rows = Math.round((gb * 1024 ** 3) / 64)
  await client.query(
    `create table drill_ballast as select md5(n::text) as text from generate_series(1, ${rows}) as n`,
  )
}

async function signInSample(url: string, name: string) {
  return signIn(url, { email: `${name}@example.test`, password: PASSWORD })
}

async function noteMoment(client: pg.Client, acknowledged: number) {
  const { rows } = await client.query<{
    time: string
    at: string
    posts: string
    leaver: string
    leaverPosts: string
  }>(
    `select clock_timestamp()::text as time, extract(epoch from clock_timestamp()) * 1000 as at,
      (select count(*) from posts) as posts, members.id as leaver,
      (select count(*) from posts where author_id = members.id) as "leaverPosts"
    from members where username = $1`,
    [LEAVER],
  )
  const [row] = rows
  if (!row) throw new Error(`There is no member ${LEAVER}`)
  const { time: moment, leaver } = row
  return {
    time: moment,
    leaver,
    acknowledged,
    at: Number(row.at),
    posts: Number(row.posts),
    leaverPosts: Number(row.leaverPosts),
  }
}

async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(POLL_MS)
}

async function isEverythingShipped(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select from erasures where shipped_at is null limit 1')
  return rows.length === 0
}

/** Waits until a segment that was written after this moment is archived, so that the server dies some time after that. */
async function waitForArchive(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  const current = rows[0]?.name
  await waitFor(async () => {
    const archiver = await client.query<{ isArchived: boolean }>(
      'select coalesce(last_archived_wal >= $1, false) as "isArchived" from pg_stat_archiver',
      [current],
    )
    return archiver.rows[0]?.isArchived ?? false
  })
}

async function countPosts(url: string): Promise<number> {
  const client = await connect(url)
  const { rows } = await client.query<{ count: string }>('select count(*) from posts')
  await client.end()
  return Number(rows[0]?.count)
}

async function waitsForAfterRestore(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/readyz`).catch(() => undefined)
  return reply?.status === 503 && (await reply.text()).includes('after-restore')
}

/** What of the member who left is still there, and what else is missing. */
async function findTraces(
  url: string,
  noted: Awaited<ReturnType<typeof noteMoment>>,
): Promise<string[]> {
  const client = await connect(url)
  const { rows } = await client.query<Record<'members' | 'accounts' | 'posts' | 'damaged', string>>(
    `select (select count(*) from members where id = $1) as members,
      (select count(*) from accounts where email = $2) as accounts, (select count(*) from posts) as posts,
      (select coalesce(sum(checksum_failures), 0) from pg_stat_database) as damaged`,
    [noted.leaver, `${LEAVER}@example.test`],
  )
  await client.end()
  const { members, accounts, posts, damaged } = rows[0] ?? {}
  const faults: string[] = []
  if (Number(members) + Number(accounts) !== 0) faults.push('the member who left is back')
  if (Number(posts) !== noted.posts - noted.leaverPosts) faults.push(`${posts} posts are left`)
  if (Number(damaged) !== 0) faults.push(`${damaged} pages are damaged`)
  return faults
}
