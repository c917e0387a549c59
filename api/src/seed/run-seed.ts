import { readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/db/database.ts'
import { seedDatabase } from './seed.ts'
import { openFileStore } from '../platform/storage/open-file-store.ts'

const config = readConfig(process.env)
if (config.NODE_ENV === 'production')
  throw new Error('Refusing to seed in production: the sample members have known passwords')

await using db = openDatabase(config.DATABASE_URL, { statementTimeoutMs: 0 })
const hasStorage = config.S3_BUCKET !== undefined || config.FILES_FOLDER !== undefined
const files = hasStorage ? openFileStore(config) : undefined
await seedDatabase(db, new Date(), { secret: config.SECRET, files })
files?.close()
