import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { openErasureList } from '../erasures/open-erasure-list.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { StoredFlags } from '../flags/flags.ts'
import { openMailer } from '../mail/mailer.ts'
import { openBus } from '../realtime/bus.ts'
import { openRedis } from '../redis.ts'
import { describeRestore, runAfterRestore } from './after-restore.ts'

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    'by-hand': { type: 'string' },
    unnamed: { type: 'string' },
    installation: { type: 'string' },
  },
})
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
try {
  const report = await runAfterRestore({ config, db, redis, bus, mailer, files, flags }, list, {
    time,
    byHand,
    unnamed,
    installation: values.installation,
  })
  process.stdout.write(`${describeRestore(report, time)}\n`)
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
