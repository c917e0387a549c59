import { readConfig } from '../config.ts'
import { openDatabase } from './database.ts'
import { seedDatabase } from './seed/seed.ts'

const { NODE_ENV, DATABASE_URL } = readConfig(process.env)
if (NODE_ENV === 'production') throw new Error('Samples have known passwords: never in production')

await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
await seedDatabase(db, new Date())
