import type { Redis } from 'ioredis'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { FileStore } from './storage/file-store.ts'
import type { Flags } from './flags/flags.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Bus } from './realtime/bus.ts'

/** The external dependencies of features. main.ts builds them; tests build real ones too. */
export interface Deps {
  config: Config
  db: Database
  redis: Redis
  bus: Bus
  mailer: Mailer
  files: FileStore
  flags: Flags
}
