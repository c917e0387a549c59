import { readConfig } from '../config.ts'
import { openDatabase } from './database.ts'
import { seed } from './seed/seed.ts'

await using db = openDatabase(readConfig(process.env).DATABASE_URL, { statementTimeoutMs: 0 })
await seed(db, new Date())
