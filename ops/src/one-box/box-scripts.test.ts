import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { expect, onTestFinished, test } from 'vitest'

const runCommand = promisify(execFile)
/** The scripts start many programs, which takes long on a busy machine. */
const TIMEOUT_MS = 60_000
/** Stands in for compose: writes down how it is called, and answers what the scripts ask the database. */
const COMPOSE = `#!/bin/sh
shift 2
echo "$*" >>calls
case "$*" in
*pg_is_in_recovery*) echo f ;;
*pg_last_xact_replay_timestamp*) echo 2027-01-01T10:00:00Z ;;
*pg_dump*) echo dump ;;
*query_to_xml*) echo "public.posts|3" ;;
esac
`

/** A folder of the one box after \`install\`, without containers. */
async function openBox() {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-box-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(REPOSITORY, 'deploy/one-box'), folder, { recursive: true })
  await writeFile(join(folder, 'compose'), COMPOSE, { mode: 0o755 })
  await writeFile(join(folder, '.env'), 'RELEASE=0.1.0\nCOMPOSE_PROFILES=\nPOSTGRES=17.6\n')
  for (const name of ['dolph.env', 'storage.env', 'bucket.env'])
    await writeFile(join(folder, name), '')
  for (const name of ['secrets', 'backups/database/backup'])
    await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, 'secrets/pgbackrest_conf'), '')
  const env = { ...process.env, COMPOSE: join(folder, 'compose') }
  return {
    folder,
    run: (script: string, ...args: string[]) =>
      runCommand(join(folder, script), args, { cwd: folder, env }),
    readCalls: async () =>
      (await readFile(join(folder, 'calls'), 'utf8'))
        .split('\n')
        .filter((call) => call !== '' && !call.includes('/readyz')),
  }
}

test(
  'restore stops everything, restores, repeats the erasures, and only then serves',
  async () => {
    const box = await openBox()
    await box.run('dolph', 'restore', '--yes', '--by-hand', 'skip')
    const calls = await box.readCalls()
    const steps = [
      'stop caddy api-1 api-2 worker backup backup-files postgres',
      'chown postgres -R postgres /backup/database',
      'pgbackrest postgres --stanza=dolph restore',
      'up -d postgres redis',
      'run --rm migrate',
      'admin storage copy-from /backup/files',
      'after-restore --to 2027-01-01T10:00:00Z --restored --yes --by-hand skip',
      'up -d',
      'restart backup',
    ]
    const places = steps.map((step) =>
      calls.findIndex((call) => call.endsWith(step) || call.includes(`${step} `)),
    )
    expect(calls.filter((call) => call === 'up -d')).toHaveLength(1)
    expect(calls.indexOf('up -d')).toBeGreaterThan(
      calls.findIndex((call) => call.includes('after-restore')),
    )
    expect(places.slice(0, 7)).toEqual(places.slice(0, 7).toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  },
  TIMEOUT_MS,
)

test(
  'restore to a moment names it to pgBackRest and to the list of erasures',
  async () => {
    const box = await openBox()
    await box.run('dolph', 'restore', '--yes', '--to', '2027-01-02T09:30:00Z')
    const calls = (await box.readCalls()).join('\n')
    expect(calls).toContain('--type=time --target=2027-01-02 09:30:00+00 --target-action=promote')
    expect(calls).toContain('after-restore --to 2027-01-02T09:30:00Z --restored --yes')
  },
  TIMEOUT_MS,
)

test(
  'restore from the bucket fetches the backups before it needs them',
  async () => {
    const box = await openBox()
    await rm(join(box.folder, 'backups'), { recursive: true })
    // The stand-in downloads nothing, so the backups are still missing afterwards.
    await expect(box.run('restore', '--yes', '--from-bucket')).rejects.toMatchObject({
      stderr: expect.stringContaining('backups/database/backup is missing') as string,
    })
    expect((await box.readCalls()).at(-1)).toContain('backup-bucket download')
  },
  TIMEOUT_MS,
)

test(
  'upgrade to a release with another minor version of PostgreSQL names it, and a major one moves the data',
  async () => {
    const box = await openBox()
    const env = join(box.folder, '.env')
    await writeFile(env, 'RELEASE=0.1.0\nPOSTGRES=17.1\nPOSTGRES_MAJOR=17\n')
    await box.run('dolph', 'upgrade', '0.2.0')
    expect(await readFile(env, 'utf8')).toContain('POSTGRES=17.6\nPOSTGRES_MAJOR=17\n')
    expect((await box.readCalls()).join('\n')).not.toContain('pg_restore')

    await rm(join(box.folder, 'calls'))
    await writeFile(env, 'RELEASE=0.1.0\nPOSTGRES=15.14\nPOSTGRES_MAJOR=15\n')
    await box.run('dolph', 'upgrade', '0.2.0')
    expect(await readFile(env, 'utf8')).toContain('POSTGRES=17.6\nPOSTGRES_MAJOR=17\n')
    const calls = await box.readCalls()
    const steps = [
      'stop caddy api-1 api-2 worker backup backup-files',
      'pg_dump',
      'rm --force --stop postgres backup',
      'up -d postgres',
      'pg_restore',
      'stanza-upgrade',
      'migrate --after',
    ]
    const afterStop = calls.slice(calls.findIndex((call) => call.startsWith('stop caddy')))
    const places = steps.map((step) => afterStop.findIndex((call) => call.includes(step)))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  },
  TIMEOUT_MS,
)

test(
  'a major version whose data did not arrive whole is given up, and the old one serves again',
  async () => {
    const box = await openBox()
    const env = join(box.folder, '.env')
    await writeFile(env, 'RELEASE=0.1.0\nPOSTGRES=15.14\nPOSTGRES_MAJOR=15\n')
    const compose = COMPOSE.replace('|3"', '|$(grep -c query_to_xml calls)"')
    await writeFile(join(box.folder, 'compose'), compose, { mode: 0o755 })
    await expect(box.run('dolph', 'upgrade', '0.2.0')).rejects.toMatchObject({
      stderr: expect.stringContaining('PostgreSQL 15.14 serves again') as string,
    })
    expect(await readFile(env, 'utf8')).toContain('POSTGRES=15.14\nPOSTGRES_MAJOR=15\n')
    expect((await box.readCalls()).at(-1)).toBe('up -d')
  },
  TIMEOUT_MS,
)

test(
  'restore changes nothing without --yes, and says which file is missing',
  async () => {
    const box = await openBox()
    await expect(box.run('restore')).rejects.toMatchObject({ code: 1 })
    await rm(join(box.folder, 'secrets/pgbackrest_conf'))
    await expect(box.run('restore', '--yes')).rejects.toMatchObject({
      stderr: expect.stringContaining('secrets/pgbackrest_conf is missing') as string,
    })
    await expect(box.readCalls()).rejects.toThrow('ENOENT')
  },
  TIMEOUT_MS,
)

test(
  'upgrade goes to a release and back, one process after the other',
  async () => {
    const box = await openBox()
    await box.run('dolph', 'upgrade', '0.2.0')
    expect(await readFile(join(box.folder, '.env'), 'utf8')).toContain('RELEASE=0.2.0\n')
    const replaced = ['api-1', 'api-2', 'worker'].map(
      (name) => `up -d --no-deps --force-recreate ${name}`,
    )
    const forward = await box.readCalls()
    expect(forward.filter((call) => call.includes('--force-recreate'))).toEqual(replaced)
    expect(forward.at(-1)).toBe('run --rm migrate migrate --after')

    await rm(join(box.folder, 'calls'))
    await box.run('dolph', 'upgrade', '0.1.0', '--back')
    expect(await readFile(join(box.folder, '.env'), 'utf8')).toContain('RELEASE=0.1.0\n')
    const back = await box.readCalls()
    expect(back.filter((call) => call.includes('--force-recreate'))).toEqual(replaced)
    expect(back.some((call) => call.includes('migrate') || call.includes('pg_dump'))).toBe(false)
  },
  TIMEOUT_MS,
)

test(
  'the names of services in runbooks are those of containers, and what dolph does not know goes to the program',
  async () => {
    const box = await openBox()
    await box.run('dolph', 'logs', 'api', '--since', '10m')
    await box.run('dolph', 'logs', 'proxy')
    await box.run('dolph', 'psql', '-c', 'select 1')
    await box.run('dolph', 'admin', 'flag', 'list')
    await box.run('dolph', 'migrate', '--after')
    await box.run('dolph', 'ops', 'worker', 'metrics')
    const calls = await box.readCalls()
    expect(calls.slice(0, 5)).toEqual([
      'logs --no-color --no-log-prefix --since 10m api-1 api-2',
      'logs --no-color --no-log-prefix caddy',
      'exec -T postgres psql --username postgres --dbname dolph -c select 1',
      'exec -T api-1 node api/src/dolph.ts admin flag list',
      'run --rm migrate migrate --after',
    ])
    expect(calls.join('\n')).toContain('exec -T worker node -e')
  },
  TIMEOUT_MS,
)
