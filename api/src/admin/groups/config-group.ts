import { sql } from 'kysely'
import type { AdminContext, AdminGroup } from '../admin-command.ts'
import { openDatabase, type Database } from '../../platform/db/database.ts'
import { createSchemaCheck } from '../../platform/db/schema-check.ts'
import { openErasureList } from '../../privacy/erasures/open-erasure-list.ts'

const TIMEOUT_MS = 5_000
const POSTGRESQL_MIN = 150_000

/** Allowed, so no fault: a test installation has no backups. */
const BACKUPS_NOT_SET = 'not set: after a restore, erased data would come back (BACKUP_S3_BUCKET)'

/** What a probe found: `ok`, or what is wrong. Never a value of the configuration. */
type Probe = (context: AdminContext) => Promise<string>

const probes: Readonly<Record<string, Probe>> = {
  postgresql: async ({ db }) => {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int as version`.execute(db)
    const version = rows[0]?.version ?? 0
    return version >= POSTGRESQL_MIN ? 'ok' : `version ${version}: 15 or newer is needed`
  },
  schema: async ({ db }) => {
    const { isCurrent } = await createSchemaCheck(db.pool, TIMEOUT_MS)()
    return isCurrent ? 'ok' : 'migrations of this release have not run: dolph migrate'
  },
  standbys: async ({ config, db }) => {
    const urls = config.DATABASE_READ_URL
    if (urls.length === 0) return 'ok'
    if (!(await isFlushedAtCommit(db)))
      return 'synchronous_commit is off: a commit would not be in the position that is read after it'
    const states = await Promise.all(urls.map(isStandby))
    const primary = states.indexOf(false)
    return primary === -1 ? 'ok' : `URL ${primary + 1} of DATABASE_READ_URL leads to a primary`
  },
  redis: async ({ redis }) => {
    await redis.ping()
    return 'ok'
  },
  storage: async ({ files }) => {
    // A name that does not exist: a wrong key, or one that may not list, gets an error and not "none".
    await files.get('config-check/missing.webp')
    return 'ok'
  },
  backups: async ({ config }) => {
    const list = openErasureList(config)
    if (!list) return BACKUPS_NOT_SET
    try {
      await list.readNewest()
      return 'ok'
    } finally {
      list.close()
    }
  },
  smtp: async ({ mailer }) => {
    await mailer.verify()
    return 'ok'
  },
}

async function isFlushedAtCommit(db: Database): Promise<boolean> {
  const { rows } = await sql<{ setting: string }>`
    select current_setting('synchronous_commit') as setting`.execute(db)
  return rows[0]?.setting !== 'off'
}

async function isStandby(url: string): Promise<boolean> {
  await using db = openDatabase(url, { poolSize: 1, isReadOnly: true })
  const { rows } = await sql<{ isStandby: boolean }>`
    select pg_is_in_recovery() as "isStandby"`.execute(db)
  return rows[0]?.isStandby === true
}

export const configGroup: AdminGroup = {
  summary: 'the configuration of this installation',
  commands: {
    check: {
      summary:
        'Connects to everything that the configuration names, says what is wrong and changes nothing.',
      run: async (context) => {
        const results = await Promise.all(
          Object.entries(probes).map(async ([name, probe]) => ({
            name,
            result: await probe(context).catch(
              (error: unknown) =>
                `failed: ${error instanceof Error ? error.message : String(error)}`,
            ),
          })),
        )
        return {
          lines: results.map(({ name, result }) => `${name.padEnd(12)}${result}`),
          data: Object.fromEntries(results.map(({ name, result }) => [name, result])),
          hasFaults: results.some(({ result }) => result !== 'ok' && result !== BACKUPS_NOT_SET),
        }
      },
    },
  },
}
