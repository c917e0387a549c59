import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '@dolph/api/config'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'

const FOLDER = join(REPOSITORY, 'deploy/one-box')
/** What a shutdown may take after `DRAIN_MS`, in seconds. */
const SHUTDOWN_SECONDS = 20

interface Service {
  image?: string
  ports?: string[]
  secrets?: string[]
  networks?: string[]
  stop_grace_period?: string
  read_only?: boolean
  cap_drop?: string[]
}

interface ComposeFile {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } }>
  secrets: Record<string, { file: string }>
}

async function readText(name: string): Promise<string> {
  return readFile(join(FOLDER, name), 'utf8')
}

async function readCompose(): Promise<ComposeFile> {
  return parse(await readText('compose.yaml'), { merge: true }) as ComposeFile
}

/** The settings that `install` writes for the program, with values in the place of the answers. */
async function readProgramSettings(): Promise<Record<string, string>> {
  const [, text = ''] =
    /cat >dolph\.env\) <<END\n([\s\S]*?)\nEND/.exec(await readText('install')) ?? []
  const answers: Record<string, string> = {
    ...{ DOMAIN: 'dolph.test', ORIGIN_PORT: '', MAIL_FROM: 'Dolph <no-reply@dolph.test>' },
    ...{ S3_ENDPOINT: 'http://storage:3900', S3_REGION: 'garage', S3_BUCKET: 'dolph' },
  }
  const filled = text.replaceAll(/\$(\w+)/g, (_, name: string) => answers[name] ?? `$${name}`)
  return Object.fromEntries(
    filled
      .split('\n')
      .map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]),
  )
}

function isProgram([, { image = '' }]: [string, Service]): boolean {
  return image.startsWith('${IMAGE')
}

test('what install writes starts the program in production', async () => {
  const settings = await readProgramSettings()
  const secrets = await mkdtemp(join(tmpdir(), 'dolph-secrets-'))
  onTestFinished(() => rm(secrets, { recursive: true }))
  const values: Record<string, string> = {
    ...{ secret: 'q8Zr1vK0c7YxWm3TnB5uEoJd9HsGfLpA2RiQkXyVbMw=', metrics_token: 'a3f9'.repeat(8) },
    ...{
      database_url: 'postgres://dolph:a3f9@postgres:5432/dolph',
      smtp_url: 'smtps://a:b@mail.test',
    },
    ...{ s3_access_key_id: 'GKa3f9', s3_secret_access_key: 'a3f9' },
  }
  for (const [name, value] of Object.entries(values)) await writeFile(join(secrets, name), value)
  const env = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, value.replace('/run/secrets', secrets)]),
  )

  const config = readConfig(env)

  expect(config).toMatchObject({ NODE_ENV: 'production', APP_ORIGIN: 'https://dolph.test' })
})

test('every setting that install writes is one of the program', async () => {
  const known = await readFile(join(REPOSITORY, '.env.example'), 'utf8')

  for (const name of Object.keys(await readProgramSettings()))
    expect(known).toMatch(new RegExp(`\\b${name.replace(/_FILE$/, '')}\\b`))
})

test('a process is not killed before it has stopped by itself', async () => {
  const { services } = await readCompose()
  const { DRAIN_MS } = await readProgramSettings()
  const programs = Object.entries(services).filter(isProgram)

  expect(programs.map(([name]) => name)).toEqual(['migrate', 'api-1', 'api-2', 'worker'])
  for (const [, { stop_grace_period: period }] of programs)
    expect(Number.parseInt(period ?? '', 10)).toBeGreaterThan(
      Number(DRAIN_MS) / 1000 + SHUTDOWN_SECONDS,
    )
})

test('the program is confined, and each secret that it reads is mounted and made', async () => {
  const { services, secrets } = await readCompose()
  const settings = await readProgramSettings()
  const install = await readText('install')
  const files = Object.values(settings).flatMap(
    (value) => /^\/run\/secrets\/(\w+)$/.exec(value)?.[1] ?? [],
  )

  for (const [, service] of Object.entries(services).filter(isProgram)) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.secrets?.toSorted()).toEqual(files.toSorted())
  }
  for (const name of Object.keys(secrets))
    expect(install).toMatch(new RegExp(`^ *(?:secret|answer) ${name} `, 'm'))
})

test('only Caddy has ports, the data is in an inner network, and the program trusts the network of Caddy', async () => {
  const { services, networks } = await readCompose()
  const { TRUST_PROXY } = await readProgramSettings()

  expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['caddy'])
  for (const name of ['postgres', 'redis', 'storage'])
    expect(services[name]?.networks).toEqual(['inside'])
  expect(networks['inside']?.internal).toBe(true)
  expect(networks['edge']?.ipam?.config).toEqual([{ subnet: TRUST_PROXY }])
})

test('the scripts are short and can be parsed', async () => {
  for (const name of ['install', 'upgrade', 'compose-command.sh', 'postgres/create-database.sh'])
    await promisify(execFile)('bash', ['-n', join(FOLDER, name)])
  expect((await readText('install')).split('\n').length).toBeLessThanOrEqual(121)
})
