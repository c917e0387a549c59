import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { findFreePort } from '@dolph/bench/benchmark-tools'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import { callApi, type ApiSession } from '../chaos/call-api.ts'
import { waitUntil } from '../chaos/wait-until.ts'
import { requireSuccess } from '../drill/drill-session.ts'
import { prepareContainers, runContainerTool } from '../image/containers.ts'
import { logIn, signUpByMail, uploadPictures, type SignedUpMember } from '../image/role-checks.ts'
import { openComposeProject } from './compose-project.ts'
import { OLD_POSTGRES, PROGRAM_IMAGE, provideImages, RELEASES } from './drill-images.ts'
import { listScripts } from './list-scripts.ts'
import { startOutsideServices } from './outside-services.ts'
import { startVisitorLoad } from './visitor-load.ts'

const READY_GOAL_SECONDS = 90
/** `archive_timeout` is a minute. */
const ARCHIVE_TIMEOUT_MS = 180_000
const ROOT_CERTIFICATE = '/data/caddy/pki/authorities/local/root.crt'

type ComposeProject = Awaited<ReturnType<typeof openComposeProject>>

/**
 * Installs `deploy/one-box` on this machine by a file of answers, with an older PostgreSQL, signs a member up, upgrades under load, stops and
 * starts everything, goes back, upgrades to the PostgreSQL of the files, loses the machine and restores from the bucket of the backups.
 * Returns whether nothing failed and nothing was lost.
 */
export async function runOneBoxDrill(): Promise<boolean> {
  await prepareContainers('docker-compose', 'shellcheck')
  const scripts = (await listScripts()).map((name) => join(REPOSITORY, 'deploy/one-box', name))
  await runContainerTool('shellcheck', [
    // Words that Node reads stay as they are.
    '--exclude=SC2016',
    '--source-path=SCRIPTDIR',
    '--external-sources',
    ...scripts,
  ])
  await provideImages()
  await using outside = await startOutsideServices()
  await using project = await openComposeProject()
  const ports = {
    HTTP_PORT: String(await findFreePort()),
    HTTPS_PORT: String(await findFreePort()),
  }
  const origin = `https://localhost:${ports.HTTPS_PORT}`
  const answers = {
    RELEASE: RELEASES.first,
    IMAGE: PROGRAM_IMAGE,
    DOMAIN: 'localhost',
    ...ports,
    ...outside.answers,
  }
  const lines = Object.entries(answers).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(project.folder, 'answers'), lines.join(''))

  const shipped = await project.usePostgres(OLD_POSTGRES)
  const ready = await measureSeconds(() => project.run('./install', 'answers'))
  printLine(`installed and ready in ${ready.toFixed(0)} s`)
  await trustCaddy(project)

  // Caddy gets its certificate, and asks the processes whether they are ready, after it has started.
  const visitor = { url: origin, cookie: '', csrf: '' }
  const answered = await measureSeconds(() =>
    waitUntil('Caddy answers', async () => (await readRelease(visitor)) !== ''),
  )
  printLine(`Caddy answered after ${answered.toFixed(1)} s`)
  const newcomer = { url: origin, origin, mailServer: outside.mailServer }
  const session = await signUpByMail(newcomer)
  const picture = await uploadPictures(session, 1)
  const draft = { title: 'One box', type: 'showcase', body: 'Written **before** the upgrade.' }
  const post = { ...draft, tempId: `temp-${crypto.randomUUID()}` }
  const { body } = await requireSuccess(session, 'POST', '/api/posts', post)
  const paths = [`/api/posts/auth/${(body as { data: { _id: string } }).data._id}`, picture]
  printLine('a member signed up with the code of a mail, uploaded a picture and wrote a post')

  const upgrade = await changeRelease(project, origin, [RELEASES.second])
  const isUpgraded = (await readRelease(session)) === RELEASES.second
  const lost = await countMissing(session, paths)

  await project.compose('down', '--timeout', '45')
  const restart = await measureSeconds(async () => {
    await project.compose('up', '-d')
    await waitUntil('the product answers again', async () => (await readRelease(session)) !== '')
  })
  const lostAfterRestart = await countMissing(session, paths)

  const back = await changeRelease(project, origin, [RELEASES.first, '--back'])
  const isBack = (await readRelease(session)) === RELEASES.first
  const failed = upgrade.failed + back.failed
  await project.usePostgres(shipped)
  const major = await measureSeconds(() => project.run('./dolph', 'upgrade', RELEASES.second))
  const running = await query(project, 'show server_version')
  const hasNewPostgres = !running.startsWith(`${Number.parseInt(OLD_POSTGRES, 10)}.`)
  printLine(`PostgreSQL ${running} in ${major.toFixed(0)} s, ${OLD_POSTGRES} before`)
  const lostByMajor = await countMissing(session, paths)
  const loss = await loseAndRestore({ project, outside, newcomer, session, paths })
  const lostInAll = lost + lostAfterRestart + lostByMajor + loss.lost
  for (const fault of loss.wrong) printLine(`wrong: ${fault}`)
  printLine(
    `ready=${ready.toFixed(0)}s upgrade=${upgrade.seconds.toFixed(0)}s back=${back.seconds.toFixed(0)}s ` +
      `requests=${upgrade.requests + back.requests} failed=${failed} upgraded=${isUpgraded ? 1 : 0} back=${isBack ? 1 : 0} ` +
      `postgres=${running.split(' ', 1)[0]} major=${major.toFixed(0)}s restart=${restart.toFixed(0)}s restore=${loss.seconds.toFixed(0)}s wrong=${loss.wrong.length} lost=${lostInAll}`,
  )
  if (ready > READY_GOAL_SECONDS)
    printLine(`missed: ready should be at most ${READY_GOAL_SECONDS} s`)
  return failed + lostInAll + loss.wrong.length === 0 && isUpgraded && isBack && hasNewPostgres
}

/** Goes to another release, or back, while visitors read pages. */
async function changeRelease(project: ComposeProject, origin: string, args: string[]) {
  const load = startVisitorLoad(origin)
  const seconds = await measureSeconds(() => project.run('./dolph', 'upgrade', ...args))
  const { count, failures } = await load.stop()
  for (const failure of new Set(failures)) printLine(failure)
  printLine(`upgrade ${args.join(' ')} in ${seconds.toFixed(0)} s; ${count} requests meanwhile`)
  return { seconds, requests: count, failed: failures.length }
}

interface Installation {
  project: ComposeProject
  outside: Awaited<ReturnType<typeof startOutsideServices>>
  newcomer: Parameters<typeof signUpByMail>[0]
  session: SignedUpMember
  paths: string[]
}

/** Backs up, loses machine and bucket, and restores: posts and pictures are back, sessions have ended, who left stays away. */
async function loseAndRestore({ project, outside, newcomer, session, paths }: Installation) {
  const leaver = await signUpByMail(newcomer)
  await project.run('./dolph', 'backup', 'full')
  const { password } = leaver.credentials
  await requireSuccess(leaver, 'DELETE', '/api/profile/delete-account', { password })
  const draft = { title: 'After the backup', type: 'showcase', body: 'Only the archive has it.' }
  const post = { ...draft, tempId: `temp-${crypto.randomUUID()}` }
  const { body } = await requireSuccess(session, 'POST', '/api/posts', post)
  const written = [...paths, `/api/posts/auth/${(body as { data: { _id: string } }).data._id}`]
  await waitUntil('the erasure is in the list of the backups', async () =>
    (await project.run('find', 'backups/list', '-name', '*.jsonl')).includes('.jsonl'),
  )
  await waitForArchive(project)
  await project.compose(
    'exec',
    '-T',
    'backup-bucket',
    'sh',
    '/etc/dolph/backup-bucket.sh',
    'upload',
  )

  await project.compose('down', '--volumes', '--timeout', '45')
  await outside.emptyStorage()
  await project.run('rm', '--recursive', '.installed', 'backups')
  printLine(
    'machine, backups and pictures are erased; the operator has the settings, the secrets and the bucket of the backups',
  )
  const seconds = await measureSeconds(() =>
    project.run('./dolph', 'restore', '--yes', '--from-bucket'),
  )
  printLine(`restored in ${seconds.toFixed(0)} s`)
  await trustCaddy(project)
  await waitUntil('Caddy answers', async () => (await readRelease(session)) !== '')

  const wrong: string[] = []
  const me = await callApi(session, 'GET', '/api/users/me')
  if (me.status !== 401) wrong.push(`a session of before answers ${me.status}`)
  const gone = await callApi(
    { ...leaver, cookie: '' },
    'POST',
    '/api/users/login',
    leaver.credentials,
  )
  if (gone.status < 400) wrong.push('a member who left after the backup can log in')
  const doctor = await project
    .run('./dolph', 'doctor')
    .catch((error: { stdout: string }) => error.stdout)
  printLine(doctor.trim())
  return {
    seconds,
    wrong,
    lost: await countMissing(await logIn(session, session.credentials), written),
  }
}

/** Ends the segment with what was written until now, and waits until it is archived. */
async function waitForArchive(project: ComposeProject): Promise<void> {
  const segment = await query(project, 'select pg_walfile_name(pg_switch_wal())')
  await waitUntil(
    'everything is archived',
    async () =>
      (await query(project, `select last_archived_wal >= '${segment}' from pg_stat_archiver`)) ===
      't',
    ARCHIVE_TIMEOUT_MS,
  )
}

async function query(project: ComposeProject, text: string): Promise<string> {
  return (await project.run('./dolph', 'psql', '-Atc', text)).trim()
}

async function trustCaddy(project: ComposeProject): Promise<void> {
  const certificate = await project.compose('exec', '-T', 'caddy', 'cat', ROOT_CERTIFICATE)
  setDefaultCACertificates([...getCACertificates('default'), certificate])
}

async function measureSeconds(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await action()
  return (performance.now() - startedAt) / 1000
}

/** The release that answers, or an empty text. */
async function readRelease(session: ApiSession): Promise<string> {
  const { status, body } = await callApi(session, 'GET', '/healthz')
  return status === 200 ? (body as { release: string }).release : ''
}

async function countMissing(session: ApiSession, paths: string[]): Promise<number> {
  const replies = await Promise.all(paths.map((path) => callApi(session, 'GET', path)))
  const missing = replies.filter(({ status }) => status !== 200)
  for (const { status } of missing) printLine(`what was written is answered with ${status}`)
  return missing.length
}
