import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { EVENTS_CHANNEL } from './insert-event.ts'

const RECONNECT_DELAY_MS = 1_000

interface Options {
  databaseUrl: string
  applicationName?: string | undefined
  onNotification: () => void
  onError: (error: unknown) => void
}

/** Listens for new events on a connection of its own, and connects again when it is lost. */
export function startEventListener(options: Options) {
  const { databaseUrl, applicationName, onNotification, onError } = options
  const stopping = new AbortController()
  let client: pg.Client | undefined
  const listening = listenLoop()

  async function listenLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenUntilEnd().catch(onError)
      await wait(RECONNECT_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function listenUntilEnd(): Promise<void> {
    const connection = new pg.Client({
      connectionString: databaseUrl,
      application_name: applicationName,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    const ended = new Promise<void>((resolve) => void connection.on('end', resolve))
    connection.on('error', onError)
    connection.on('notification', onNotification)
    client = connection
    try {
      await connection.connect()
      await connection.query(`listen ${EVENTS_CHANNEL}`)
      // An event may have been inserted before this connection listened.
      onNotification()
      await ended
    } finally {
      await connection.end()
    }
  }

  return {
    async stop(): Promise<void> {
      stopping.abort()
      await client?.end()
      await listening
    },
  }
}
