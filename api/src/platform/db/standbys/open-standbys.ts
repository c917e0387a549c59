import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Database } from '../database.ts'
import { PrimaryPosition } from './primary-position.ts'
import { createPrimaryReaders, type Readers } from './readers.ts'
import { StandbyPool } from './standby-pool.ts'
import { StandbyReaders } from './standby-readers.ts'

interface Options {
  config: Pick<Config, 'DATABASE_READ_URL' | 'DATABASE_READ_POOL' | 'RELEASE' | 'ROLE'>
  db: Database
  isOn: (memberId?: string) => boolean
  log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'error'>
}

interface Standbys {
  /** Undefined if nothing is read from standbys. */
  position: PrimaryPosition | undefined
  readers: Readers
  close: () => Promise<void>
}

/** Opens the standbys that the configuration names. A worker reads from none, but what it publishes has a position. */
export function openStandbys({ config, db, isOn, log }: Options): Standbys {
  const { DATABASE_READ_URL: urls, DATABASE_READ_POOL: poolSize, RELEASE, ROLE } = config
  if (urls.length === 0)
    return { position: undefined, readers: createPrimaryReaders(db), close: async () => {} }
  const position = new PrimaryPosition({
    db,
    onError: (error) => log.warn(error, 'position of the primary not read; tried again in 0.5 s'),
  })
  const readUrls = ROLE === 'worker' ? [] : urls
  const standbys = readUrls.map(
    (url) =>
      new StandbyPool({
        url,
        position,
        poolSize,
        applicationName: `dolph-${ROLE}-reads/${RELEASE}`,
        onChange: (standby, isFit) =>
          isFit
            ? log.info({ standby }, 'standby is fit; it answers reads')
            : log.warn({ standby }, 'standby is not fit; other servers answer its reads'),
      }),
  )
  const readers = new StandbyReaders({
    db,
    position,
    standbys,
    isOn,
    onWrite: (error) =>
      log.error(error, 'a statement for reading writes; the primary has run it instead'),
  })
  return {
    position,
    readers,
    async close() {
      position.close()
      await readers.close()
    },
  }
}
