import { openDatabase } from '@dolph/api/db/database'
import { migrate } from '@dolph/api/db/migrate'
import { seed } from '@dolph/api/db/seed/seed'
import { DATABASE_URL, recreateDatabase, REDIS_URL } from './world.ts'

/** A fresh, seeded world for one run, served by the program as it is deployed. */
await recreateDatabase()
const db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
await migrate(db)
await seed(db, new Date())
await db.destroy()

Object.assign(process.env, {
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  APP_ORIGIN: `http://localhost:${process.env['PORT']}`,
  DATABASE_URL,
  REDIS_URL,
  LIMITS: 'relaxed',
  LOG_LEVEL: 'warn',
  DRAIN_MS: '0',
})
await import('@dolph/api/main')
