import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '@dolph/api/platform/config/config'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { listScripts } from './list-scripts.ts'

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
  command?: string[]
  volumes?: string[]
  profiles?: string[]
  healthcheck?: { test?: string[] }
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
    DOMAIN: 'dolph.test',
    ORIGIN_PORT: '',
    MAIL_FROM: 'Dolph <no-reply@dolph.test>',
    S3_ENDPOINT: 'http://storage:3900',
    S3_REGION: 'garage',
    S3_BUCKET: 'dolph',
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
    secret: 'q8Zr1vK0c7YxWm3TnB5uEoJd9HsGfLpA2RiQkXyVbMw=',
    metrics_token: 'a3f9'.repeat(8),
    database_url: 'postgres://dolph:a3f9@postgres:5432/dolph',
    smtp_url: 'smtps://a:b@mail.test',
    s3_access_key_id: 'GKa3f9',
    s3_secret_access_key: 'a3f9',
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

  expect(programs.map(([name]) => name)).toEqual([
    'migrate',
    'api-1',
    'api-2',
    'worker',
    'backup-files',
  ])
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

test('every service is restarted, keeps little of its log, drops its capabilities and says whether it is well', async () => {
  const { services } = await readCompose()
  // Backups are looked at by their age; a migration runs to its end.
  const unchecked = new Set(['migrate', 'backup', 'backup-files', 'backup-bucket'])

  for (const [name, service] of Object.entries(services)) {
    const isChecked = isProgram([name, service]) || service.healthcheck?.test !== undefined
    expect(isChecked || unchecked.has(name), name).toBe(true)
    expect(service, name).toMatchObject({
      restart: name === 'migrate' ? 'no' : 'unless-stopped',
      logging: { options: { 'max-size': '20m', 'max-file': '5' } },
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  }
})

test('every image is pinned to a release', async () => {
  const { services } = await readCompose()
  const version = /^ARG POSTGRES=(\S+)$/m.exec(await readText('postgres/Dockerfile'))?.[1]
  const others = Object.entries(services).filter((entry) => !isProgram(entry))
  const images = new Set(others.map(([, { image = '' }]) => image))
  // The scripts put the version of the Dockerfile into .env.
  images.delete('dolph-postgres:${POSTGRES:?}')

  for (const image of [...images, `postgres:${version}`]) expect(image).toMatch(/:v?\d+\.\d+/)
})

test('the database is archived and backed up without further settings', async () => {
  const { services } = await readCompose()
  const { BACKUP_FOLDER = '' } = await readProgramSettings()

  expect(services['postgres']?.command).toEqual(
    expect.arrayContaining(['archive_mode=on', 'archive_timeout=60']),
  )
  expect(services['backup']?.volumes).toEqual(services['postgres']?.volumes)
  expect(services['backup']?.profiles).toBeUndefined()
  for (const [name, service] of Object.entries(services).filter(isProgram))
    expect(service.volumes, name).toContain(`./backups/list:${BACKUP_FOLDER}`)
})

test('install asks nothing without a terminal, and says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-install-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(FOLDER, folder, { recursive: true })

  await expect(
    promisify(execFile)(join(folder, 'install'), [], { cwd: folder }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('./install answers') as string,
  })

  const example = await readText('answers.example')
  for (const name of ['RELEASE', 'DOMAIN', 'SMTP_URL', 'MAIL_FROM', 'S3_ENDPOINT'])
    expect(example).toMatch(new RegExp(`^${name}=`, 'm'))
})

test('install closes the answers while it reads them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-install-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(FOLDER, folder, { recursive: true })
  await writeFile(join(folder, 'answers'), 'RELEASE=1\n', { mode: 0o644 })

  await expect(
    promisify(execFile)(join(folder, 'install'), ['answers'], { cwd: folder }),
  ).rejects.toMatchObject({ stderr: 'DOMAIN is missing\n' })

  expect((await stat(join(folder, 'answers'))).mode & 0o777).toBe(0o600)
  expect(await readText('install')).toContain('rm "$answers"')
})

test('restore says what is lost before it does anything', async () => {
  await expect(promisify(execFile)(join(FOLDER, 'restore'), [])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing has changed. Add --yes to do it.') as string,
  })
})

test('every command that dolph lists is one that it has', async () => {
  const { stdout } = await promisify(execFile)(join(FOLDER, 'dolph'), [])
  const listed = [...stdout.matchAll(/^ {2}([a-z][\w-]*(?:, [a-z]+)*) /gm)].flatMap(
    ([, names = '']) => names.split(', '),
  )
  const text = await readText('dolph')
  expect(listed.length).toBeGreaterThan(15)
  const cases = text.slice(text.indexOf('\ncase $command'))
  for (const name of listed) expect(cases).toMatch(new RegExp(`^(?:[\\w-]+ \\| )*${name}\\)`, 'm'))
})

test('the scripts can be parsed', async () => {
  const scripts = await listScripts()
  expect(scripts).toContain('dolph')
  for (const name of scripts) await promisify(execFile)('bash', ['-n', join(FOLDER, name)])
})
