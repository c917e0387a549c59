import { setTimeout as wait } from 'node:timers/promises'
import { SAMPLE_LOGIN_USERNAMES, SAMPLE_PASSWORD } from '@dolph/api/db/seed/seed'
import type { SimulatedClient } from '../chaos/simulated-client.ts'
import { makeVisit } from './member-visit.ts'
import type { WriteJournal } from './write-journal.ts'

const MESSAGES_PER_SECOND = 20
const PAUSE_BETWEEN_VISITS_MS = 50

interface Load {
  url: string
  /** Members with a socket, who write to each other. */
  clients: SimulatedClient[]
  journal: WriteJournal
}

/** Lets members visit and write messages until `stop`, which returns what failed in their visits. */
export function startDrillLoad({ url, clients, journal }: Load) {
  const failures: string[] = []
  let isStopped = false

  async function visitRepeatedly(username: string): Promise<void> {
    const visitor = { url, email: `${username}@example.test`, password: SAMPLE_PASSWORD }
    while (!isStopped) {
      await makeVisit(visitor, journal).catch(({ message }: Error) => failures.push(message))
      await wait(PAUSE_BETWEEN_VISITS_MS)
    }
  }

  const visits = SAMPLE_LOGIN_USERNAMES.map(visitRepeatedly)
  const timer = setInterval(
    () => clients[Math.floor(Math.random() * clients.length)]?.enqueueMessage(),
    1000 / MESSAGES_PER_SECOND,
  )
  return {
    async stop(): Promise<string[]> {
      isStopped = true
      clearInterval(timer)
      for (const client of clients) client.stopReading()
      await Promise.all(visits)
      return failures
    },
  }
}
