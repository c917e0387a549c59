import { readConfig } from '../config.ts'
import { openDatabase } from './database.ts'
import { migrateDatabase } from './migrate-database.ts'

await using db = openDatabase(readConfig(process.env).DATABASE_DIRECT_URL, {
  statementTimeoutMs: 0,
})
await migrateDatabase(db, { onLine: (line) => process.stdout.write(`${line}\n`) })
