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
import { signUpByMail, uploadPictures } from '../image/role-checks.ts'
import { openComposeProject } from './compose-project.ts'
import { PROGRAM_IMAGE, provideImages, RELEASES } from './drill-images.ts'
import { startOutsideServices } from './outside-services.ts'
import { startVisitorLoad } from './visitor-load.ts'

const SCRIPTS = ['install', 'upgrade', 'compose-command.sh', 'postgres/create-database.sh']
const READY_GOAL_SECONDS = 90
const ROOT_CERTIFICATE = '/data/caddy/pki/authorities/local/root.crt'

/**
 * Installs `deploy/one-box` on this machine by a file of answers, signs a member up, upgrades under load, and stops and starts everything.
 * Returns whether nothing failed and nothing was lost.
 */
export async function runOneBoxDrill(): Promise<boolean> {
  await prepareContainers('docker-compose', 'shellcheck')
  const scripts = SCRIPTS.map((name) => join(REPOSITORY, 'deploy/one-box', name))
  await runContainerTool('shellcheck', [
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
    ...{ RELEASE: RELEASES.first, IMAGE: PROGRAM_IMAGE, DOMAIN: 'localhost', ...ports },
    ...outside.answers,
  }
  const lines = Object.entries(answers).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(project.folder, 'answers'), lines.join(''))

  const ready = await measureSeconds(() => project.run('./install', 'answers'))
  printLine(`installed and ready in ${ready.toFixed(0)} s`)
  const certificate = await project.compose('exec', '-T', 'caddy', 'cat', ROOT_CERTIFICATE)
  setDefaultCACertificates([...getCACertificates('default'), certificate])

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

  const load = startVisitorLoad(origin)
  const upgrade = await measureSeconds(() => project.run('./upgrade', RELEASES.second))
  const { count, failures } = await load.stop()
  for (const failure of new Set(failures)) printLine(failure)
  printLine(`upgraded in ${upgrade.toFixed(0)} s; ${count} requests meanwhile`)
  const isUpgraded = (await readRelease(session)) === RELEASES.second
  const lost = await countMissing(session, paths)

  await project.compose('down', '--timeout', '45')
  const restart = await measureSeconds(async () => {
    await project.compose('up', '-d')
    await waitUntil('the product answers again', async () => (await readRelease(session)) !== '')
  })
  const lostAfterRestart = await countMissing(session, paths)
  printLine(
    `ready=${ready.toFixed(0)}s upgrade=${upgrade.toFixed(0)}s requests=${count} failed=${failures.length} ` +
      `upgraded=${isUpgraded ? 1 : 0} restart=${restart.toFixed(0)}s lost=${lost + lostAfterRestart}`,
  )
  if (ready > READY_GOAL_SECONDS)
    printLine(`missed: ready should be at most ${READY_GOAL_SECONDS} s`)
  return failures.length + lost + lostAfterRestart === 0 && isUpgraded
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
