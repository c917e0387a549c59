import { BENCH_DATABASE_URL } from './database.ts'
import { startServer } from './benchmark-tools.ts'

const API_ENTRY = new URL('../../api/src/main.ts', import.meta.url).pathname

export const APP_ORIGIN = 'http://localhost:3000'

export const API_ENV = {
  NODE_ENV: 'development',
  ROLE: 'api',
  LIMITS: 'relaxed',
  LOG_LEVEL: 'warn',
  DRAIN_MS: '0',
  OPS_PORT: '0',
  APP_ORIGIN,
  DATABASE_URL: BENCH_DATABASE_URL,
  REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379/0',
}

/** Starts one API process on the loaded database, configured as deployed except for relaxed per-address rate limits. */
export async function startApi(env: Record<string, string> = {}, entry = API_ENTRY) {
  return startServer(entry, { ...API_ENV, ...env })
}
