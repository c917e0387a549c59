import { BENCH_DATABASE } from './database.ts'
import { startServer } from './engines.ts'

const ENTRY = new URL('../../api/src/main.ts', import.meta.url).pathname

export const APP_ORIGIN = 'http://localhost:3000'

/** One API process on the loaded database, as it is deployed but for the limits of a single address. */
export async function startApi(env: Record<string, string> = {}) {
  return startServer(ENTRY, {
    NODE_ENV: 'development',
    ROLE: 'api',
    LIMITS: 'relaxed',
    LOG_LEVEL: 'warn',
    DRAIN_MS: '0',
    APP_ORIGIN,
    DATABASE_URL: BENCH_DATABASE,
    REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379/0',
    ...env,
  })
}
