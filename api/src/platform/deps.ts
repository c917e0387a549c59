import type { Redis } from 'ioredis'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import type { PrimaryPosition } from './db/standbys/primary-position.ts'
import type { Readers } from './db/standbys/readers.ts'
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
  /** Only where reads go to standbys: what calls and events carry, so that their readers see what they are about. */
  position?: PrimaryPosition | undefined
}

/** What routes have besides. Jobs have no readers: what follows from a write reads the primary, which has it. */
export interface AppDeps extends Deps {
  readers: Readers
}
