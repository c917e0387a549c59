import { openDatabase } from '@dolph/api/platform/db/database'
import { migrateDatabase } from '@dolph/api/platform/db/migrate-database'
import { seedDatabase } from '@dolph/api/seed/seed'
import { indexImportedPosts } from '@dolph/api/features/posts/search/index-imported-posts'
import { deliverPendingEvents } from '@dolph/api/testing/events/deliver-pending-events'
import {
  createTestBucket,
  buildStorageEnv,
  openTestFileStore,
} from '@dolph/api/testing/servers/test-storage'
import { startGitHubSubstitute } from '@dolph/dev/github-substitute'
import { startIdentityProvider } from '@dolph/dev/identity-provider'
import { startMailbox } from '@dolph/dev/mailbox'
import { ORIGIN, PORTS } from './ports.ts'
import { DATABASE_URL, recreateDatabase, REDIS_URL, setDatabaseClock } from './test-database.ts'

/** Serves the deployed program on a fresh database, whose data and clock are as of `E2E_NOW` or of the current time. */
const now = new Date(process.env['E2E_NOW'] ?? Date.now())
await recreateDatabase()
if (process.env['E2E_NOW'] !== undefined) await setDatabaseClock(now)
const db = openDatabase(DATABASE_URL, { statementTimeoutMs: 0 })
await migrateDatabase(db)
await createTestBucket()
const files = openTestFileStore()
await seedDatabase(db, now, { files })
files.close()
await deliverPendingEvents({ db }, [{ 'post.imported': indexImportedPosts }])
await db.destroy()

const client = { clientId: 'dolph-e2e', clientSecret: 'known to everybody on this machine' }
const mailbox = await startMailbox({ smtpPort: PORTS.smtp, webPort: PORTS.mailbox })
const { issuer } = await startIdentityProvider({
  port: PORTS.identity,
  ...client,
  redirectUris: [`${ORIGIN}/api/users/auth/google/callback`],
})

const github = await startGitHubSubstitute({
  port: PORTS.github,
  ...client,
  redirectUri: `${ORIGIN}/api/users/auth/github/callback`,
})

Object.assign(process.env, {
  NODE_ENV: 'test',
  ROLE: 'both',
  HOST: '127.0.0.1',
  PORT: String(PORTS.app),
  OPS_PORT: '0',
  APP_ORIGIN: ORIGIN,
  DATABASE_URL,
  REDIS_URL,
  SMTP_URL: mailbox.smtpUrl,
  ...buildStorageEnv(),
  GOOGLE_ISSUER: issuer,
  GOOGLE_CLIENT_ID: client.clientId,
  GOOGLE_CLIENT_SECRET: client.clientSecret,
  ...github.env,
  LIMITS: 'relaxed',
  LOG_LEVEL: 'error',
  DRAIN_MS: '0',
})
await import('@dolph/api/main')
