import { readConfig } from '../config.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

await using db = openDatabase(readConfig(process.env).DATABASE_URL, { statementTimeoutMs: 0 })
await migrate(db)
