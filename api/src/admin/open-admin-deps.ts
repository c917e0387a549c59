import type { Config } from '../platform/config/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { Deps } from '../platform/deps.ts'
import { openFileStore } from '../platform/storage/open-file-store.ts'
import { StoredFlags } from '../platform/flags/flags.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { openBus } from '../platform/realtime/bus.ts'
import { openRedis } from '../platform/redis.ts'

const POOL_SIZE = 4

/** Opens what commands need, without a pooler between them and PostgreSQL; `await using` closes it. */
export async function openAdminDeps(config: Config): Promise<Deps & AsyncDisposable> {
  const db = openDatabase(config.DATABASE_DIRECT_URL, {
    poolSize: POOL_SIZE,
    applicationName: `dolph-admin/${config.RELEASE}`,
  })
  const redis = await openRedis(config.REDIS_URL, () => {})
  const bus = await openBus(redis, () => {})
  const mailer = openMailer(config)
  const files = openFileStore(config)
  const flags = new StoredFlags({ db, bus })
  return {
    config,
    db,
    redis,
    bus,
    mailer,
    files,
    flags,
    async [Symbol.asyncDispose]() {
      // Publishing never waits. Redis answers in order, so after this answer what was published has left.
      await redis.ping().catch(() => {})
      await flags.close()
      mailer.close()
      files.close()
      bus.close()
      redis.disconnect()
      await db.destroy()
    },
  }
}
