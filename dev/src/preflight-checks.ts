import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import pg from 'pg'
import type { Settings } from './settings.ts'

const CONNECT_TIMEOUT_MS = 2_000

interface Service {
  name: string
  debianPackage: string
  homebrewPackage: string
  envVariable: string
}

const POSTGRES: Service = {
  name: 'PostgreSQL',
  debianPackage: 'postgresql',
  homebrewPackage: 'postgresql',
  envVariable: 'DATABASE_URL',
}
const REDIS: Service = {
  name: 'Redis',
  debianPackage: 'redis-server',
  homebrewPackage: 'redis',
  envVariable: 'REDIS_URL',
}

/** Returns the problems that prevent a start, as sentences for the developer; empty without problems. */
export async function runPreflightChecks(settings: Settings): Promise<string[]> {
  const results = await Promise.all([
    checkPostgres(settings.databaseUrl),
    checkRedis(settings.redisUrl),
    checkPortIsFree('the API', 'PORT', settings.ports.api),
    checkPortIsFree('the web app', 'WEB_PORT', settings.ports.web),
    checkPortIsFree('the mailbox', 'SMTP_PORT', settings.ports.smtp),
    checkPortIsFree('the web page of the mailbox', 'MAILBOX_PORT', settings.ports.mailbox),
    checkPortIsFree('the identity provider', 'IDENTITY_PORT', settings.ports.identity),
    checkPortIsFree('the substitute for GitHub', 'GITHUB_PORT', settings.ports.github),
  ])
  return results.filter((problem) => problem !== null)
}

/** The URL of the server's `postgres` database, from which other databases are created. */
export function maintenanceUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.pathname = '/postgres'
  return url.href
}

async function checkPostgres(databaseUrl: string): Promise<string | null> {
  const client = new pg.Client({
    connectionString: maintenanceUrl(databaseUrl),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return null
  } catch (error) {
    return formatUnavailableService(POSTGRES, databaseUrl, error)
  } finally {
    await client.end()
  }
}

async function checkRedis(redisUrl: string): Promise<string | null> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason: unknown
  redis.on('error', (error) => (reason = error))
  try {
    await redis.connect()
    await redis.ping()
    return null
  } catch (error) {
    return formatUnavailableService(REDIS, redisUrl, reason ?? error)
  } finally {
    redis.disconnect()
  }
}

function formatUnavailableService(service: Service, url: string, error: unknown): string {
  const { name, debianPackage, homebrewPackage, envVariable } = service
  return [
    `${name} does not answer at ${redactPassword(url)} (${formatErrorReason(error)}).`,
    'With Docker: docker compose up -d postgres redis.',
    `Without: apt install ${debianPackage} (or brew install ${homebrewPackage}) and start it,`,
    `or set ${envVariable} to its URL.`,
  ].join(' ')
}

function formatErrorReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(formatErrorReason).join(', ')
  return error instanceof Error ? error.message : String(error)
}

function redactPassword(serviceUrl: string): string {
  const url = new URL(serviceUrl)
  url.password = ''
  return url.href
}

async function checkPortIsFree(
  service: string,
  envVariable: string,
  port: number,
): Promise<string | null> {
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  server.close()
  return isFree
    ? null
    : `Port ${port} is taken, and ${service} needs it. Stop the process that uses it, or choose another port with ${envVariable}.`
}
