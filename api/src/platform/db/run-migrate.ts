import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import { openFileStore } from '../storage/open-file-store.ts'
import { storeAssetsIfPossible } from '../storage/store-assets.ts'
import { openDatabase } from './database.ts'
import { finishUpgrade, migrateDatabase } from './migrate-database.ts'

const { values } = parseArgs({
  options: {
    after: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  process.stdout.write(`Usage: dolph migrate [--after]
  Runs the migrations of this release, while processes of the release before go on serving.
  --after  removes what only older releases used, once none of them runs
`)
  process.exit(0)
}
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
