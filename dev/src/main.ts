import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { styleText } from 'node:util'
import { SAMPLE_PASSWORD, SAMPLE_LOGIN_USERNAMES } from '@dolph/api/seed/seed'
import { readSettings } from './settings.ts'
import { startTestCodeHost } from '@dolph/api/testing/servers/test-code-host'
import { SAMPLE_NAMES, SAMPLE_REPOSITORIES } from './sample-repositories.ts'
import { startGitHubSubstitute } from './github-substitute.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { startMailbox } from './mailbox.ts'
import { prepareDatabase } from './prepare-database.ts'
import { type ManagedProcess, startManagedProcess } from './managed-process.ts'
import { runPreflightChecks } from './preflight-checks.ts'

const READY_TIMEOUT_MS = 60_000
const root = fileURLToPath(new URL('../../', import.meta.url))

const settings = readSettings(process.env)
const problems = await runPreflightChecks(settings)
if (problems.length > 0) {
  for (const problem of problems) printLine('dev', problem)
  process.exit(1)
}

await prepareDatabase(settings, (line) => printLine('dev', line))
const mailbox = await startMailbox({
  smtpPort: settings.ports.smtp,
  webPort: settings.ports.mailbox,
})
const identity = await startIdentityProvider({
  port: settings.ports.identity,
  ...settings.google,
})
const github = await startGitHubSubstitute({ port: settings.ports.github, ...settings.github })
const codeHost = await startTestCodeHost(SAMPLE_REPOSITORIES, settings.ports.codeHost)
const managedProcesses = [startApi(), startWeb()]

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stopAll('Stopping', 0))
}
for (const child of managedProcesses) {
  void child.exited.then((reason) =>
    stopAll(`The ${child.name} process exited (${reason}); stopping the others`, 1),
  )
}

const areReady = await Promise.all([
  waitUntilResponding(`${settings.apiUrl}/healthz`),
  waitUntilResponding(`http://127.0.0.1:${settings.ports.web}/`),
])
if (!isStopping) {
  if (areReady.includes(false))
    await stopAll('The API or the web server did not respond within a minute; stopping', 1)
  else printStartupSummary()
}

function startApi(): ManagedProcess {
  return startManagedProcess({
    name: 'api',
    arguments: ['--watch', '--watch-preserve-output', 'src/main.ts'],
    cwd: `${root}api`,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      ROLE: 'both',
      HOST: '127.0.0.1',
      PORT: String(settings.ports.api),
      // Any free port: in development the API's own port has metrics and readiness too.
      OPS_PORT: process.env['OPS_PORT'] ?? '0',
      APP_ORIGIN: settings.origin,
      DATABASE_URL: settings.databaseUrl,
      REDIS_URL: settings.redisUrl,
      LOG_LEVEL: settings.logLevel,
      DRAIN_MS: '0',
      FILES_FOLDER: settings.filesFolder,
      SMTP_URL: mailbox.smtpUrl,
      GOOGLE_ISSUER: identity.issuer,
      GOOGLE_CLIENT_ID: settings.google.clientId,
      GOOGLE_CLIENT_SECRET: settings.google.clientSecret,
      ...github.env,
      GITHUB_API: settings.githubApi ?? codeHost.url,
    },
    onLine: (line) => printLine('api', line),
  })
}

function startWeb(): ManagedProcess {
  return startManagedProcess({
    name: 'web',
    arguments: ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--clearScreen', 'false'],
    cwd: `${root}web`,
    env: { ...process.env, API_URL: settings.apiUrl, WEB_PORT: String(settings.ports.web) },
    onLine: (line) => printLine('web', line),
  })
}

async function waitUntilResponding(url: string): Promise<boolean> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (!isStopping && Date.now() < deadline) {
    const reply = await fetch(url).catch(() => null)
    await reply?.body?.cancel()
    if (reply?.ok) return true
    await wait(200)
  }
  return false
}

function printStartupSummary(): void {
  const lines = [
    ['Dolph', settings.origin],
    ['API description', `${settings.apiUrl}/api/docs`],
    ['Sent mails', mailbox.url],
    ['Google substitute', identity.issuer],
    ['GitHub substitute', `${github.origin}, import github.com/${SAMPLE_NAMES}`],
    ['Sign in as', SAMPLE_LOGIN_USERNAMES.map((name) => `${name}@example.test`).join(', ')],
    ['Password', SAMPLE_PASSWORD],
  ]
  printLine('dev', 'Ready. Ctrl+C stops everything.')
  for (const [label = '', value = ''] of lines) printLine('dev', `  ${label.padEnd(22)}${value}`)
}

async function stopAll(reason: string, exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  printLine('dev', reason)
  await Promise.all([
    ...managedProcesses.map((child) => child.stop()),
    mailbox.close(),
    identity.close(),
    github[Symbol.asyncDispose](),
    codeHost[Symbol.asyncDispose](),
  ])
  process.exit(exitCode)
}

function printLine(source: 'dev' | 'api' | 'web', line: string): void {
  const color = { dev: 'cyan', api: 'green', web: 'magenta' } as const
  process.stdout.write(`${styleText(color[source], source)} ${line}\n`)
}
