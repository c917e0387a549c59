import { parseArgs } from 'node:util'
import { readConfig } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { openErasureList } from '../erasures/open-erasure-list.ts'
import { openFileStore } from '../../platform/storage/open-file-store.ts'
import { StoredFlags } from '../../platform/flags/flags.ts'
import { openMailer } from '../../platform/mail/mailer.ts'
import { openBus } from '../../platform/realtime/bus.ts'
import { openRedis, waitForRedis } from '../../platform/redis.ts'
import { describePlan, describeRestore, runAfterRestore } from './after-restore.ts'
import { findRestoreObstacle } from './restore-guard.ts'

const USAGE = `Usage: dolph after-restore --to <time> [--yes]
  Repeats on a restored database what was erased since, ends all sessions and gives up waiting mails.
  --to <time>            the time to which the database was restored; an earlier one does no harm
  --yes                  do it; without it, the command only says what it would do
  --restored             the database was restored although it knows every erasure: nothing was erased after the backup
  --by-hand <choice>     repeat or skip what was deleted with psql
  --unnamed <choice>     repeat or skip what a program without a name erased
  --installation <id>    the installation whose list it is, if the database does not know its own
`
const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    yes: { type: 'boolean', default: false },
    restored: { type: 'boolean', default: false },
    'by-hand': { type: 'string' },
    unnamed: { type: 'string' },
    installation: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  process.stdout.write(USAGE)
  process.exit(0)
}
const time = new Date(values.to ?? '')
if (Number.isNaN(time.getTime()))
  throw new Error('Say to which time the database was restored: --to 2026-11-17T09:30:00Z')
const byHand = readChoice('by-hand')
const unnamed = readChoice('unnamed')
const config = readConfig(process.env)
const list = openErasureList(config)
if (!list)
  throw new Error('BACKUP_S3_BUCKET or BACKUP_FOLDER must be set: the list of erasures is there')
const redis = await openRedis(config.REDIS_URL, () => {})
const bus = await openBus(redis, () => {})
const mailer = openMailer(config)
const files = openFileStore(config)
// Ending all sessions of a large server takes longer than a request may.
const db = openDatabase(config.DATABASE_DIRECT_URL, { statementTimeoutMs: 0 })
const flags = new StoredFlags({ db, bus })
const deps = { config, db, redis, bus, mailer, files, flags }
const options = { time, byHand, unnamed, installation: values.installation }
try {
  // It knows which processes serve the database.
  await waitForRedis(redis)
  const obstacle = await findRestoreObstacle(deps, list, { isConfirmed: values.restored })
  if (obstacle !== undefined) throw new Error(obstacle)
  const text = values.yes
    ? describeRestore(await runAfterRestore(deps, list, options), time)
    : await describePlan(deps, list, options)
  process.stdout.write(`${text}\n`)
} finally {
  await flags.close()
  list.close()
  mailer.close()
  files.close()
  bus.close()
  redis.disconnect()
  await db.destroy()
}

function readChoice(name: 'by-hand' | 'unnamed'): 'repeat' | 'skip' | undefined {
  const value = values[name]
  if (value !== undefined && value !== 'repeat' && value !== 'skip')
    throw new Error(`--${name} is either repeat or skip`)
  return value
}
