import { setTimeout as wait } from 'node:timers/promises'
import { SAMPLE_PASSWORD } from '@dolph/api/db/seed/seed'
import type { TestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import type { SimulatedClient } from '../chaos/simulated-client.ts'
import { runAccountLifecycle } from './account-lifecycle.ts'
import { makeVisit } from './member-visit.ts'
import type { WriteJournal } from './write-journal.ts'

const MESSAGES_PER_SECOND = 20
const PAUSE_BETWEEN_VISITS_MS = 50
/** Sample members whom the previous version has too: its sample data is in the database. */
const VISITORS = ['ada', 'bob', 'carla', 'dan']

interface Load {
  url: string
  /** Members with a socket, who write to each other. */
  clients: SimulatedClient[]
  journal: WriteJournal
  mailServer: TestSmtpServer
}

/** Lets members visit and write messages until `stop`, which returns what failed in their visits. */
export function startDrillLoad({ url, clients, journal, mailServer }: Load) {
  const failures: Error[] = []
  let isStopped = false

  async function visitRepeatedly(username: string): Promise<void> {
    const credentials = { email: `${username}@example.test`, password: SAMPLE_PASSWORD }
    await repeat(() => makeVisit(url, credentials, journal))
  }

  async function repeat(visit: () => Promise<void>): Promise<void> {
    while (!isStopped) {
      await visit().catch((error: Error) => failures.push(error))
      await wait(PAUSE_BETWEEN_VISITS_MS)
    }
  }

  const visits = [
    ...VISITORS.map(visitRepeatedly),
    repeat(() => runAccountLifecycle(url, journal, mailServer)),
  ]
  const timer = setInterval(
    () => clients[Math.floor(Math.random() * clients.length)]?.enqueueMessage(),
    1000 / MESSAGES_PER_SECOND,
  )
  return {
    async stop(): Promise<Error[]> {
      isStopped = true
      clearInterval(timer)
      for (const client of clients) client.stopReading()
      await Promise.all(visits)
      return failures
    },
  }
}
