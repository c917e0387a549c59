import { readConfig } from '../config.ts'
import { openDatabase } from './database.ts'
import { seedDatabase } from './seed/seed.ts'

const { NODE_ENV, DATABASE_URL, SECRET } = readConfig(process.env)
if (NODE_ENV === 'production')
  throw new Error('Refusing to seed in production: the sample members have known passwords')

await using db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
await seedDatabase(db, new Date(), SECRET)
