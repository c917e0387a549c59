import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { storeAssetsIfPossible } from '../files/store-assets.ts'
import { openDatabase } from './database.ts'
import { finishUpgrade, migrateDatabase } from './migrate-database.ts'

const { values } = parseArgs({ options: { after: { type: 'boolean', default: false } } })
const config = readConfig(process.env)
const onLine = (line: string) => process.stdout.write(`${line}\n`)
await using db = openDatabase(config.DATABASE_DIRECT_URL, { statementTimeoutMs: 0 })
if (values.after) await finishUpgrade(db, { release: config.RELEASE, onLine })
else {
  const files = openFileStore(config)
  // First, so that a process of the previous release already has the assets of the first page that a new one sends.
  await storeAssetsIfPossible(files, onLine)
  files.close()
  await migrateDatabase(db, { onLine })
}
