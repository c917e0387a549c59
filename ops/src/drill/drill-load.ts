import { setTimeout as wait } from 'node:timers/promises'
import { SAMPLE_PASSWORD } from '@dolph/api/seed/seed'
import type { TestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import { startSendingMessages } from '../chaos/send-messages.ts'
import type { SimulatedClient } from '../chaos/simulated-client.ts'
import { runAccountLifecycle } from './account-lifecycle.ts'
import type { OpenPages } from './open-pages.ts'
import { makeVisit } from './member-visit.ts'
import { SocketGaps } from './socket-gaps.ts'
import type { WriteJournal } from './write-journal.ts'

/** Each visit signs in, which is expensive on purpose: without a pause the visits alone would fill two cores. */
const PAUSE_BETWEEN_VISITS_MS = 500
/** All assets of both versions are some 450 requests, and every state of the roll lasts longer than this. */
const PAUSE_BETWEEN_PAGES_MS = 1_500
/** Sample members whom the previous version has too: its sample data is in the database. */
const VISITORS = ['ada', 'bob', 'carla', 'dan']
/** A landing page, one that the server renders, one of visitors, one of members; the service worker names what it stores for offline use. */
const PAGES = ['/', '/browse', '/login', '/messages', '/service-worker.js']

interface Load {
  url: string
  /** Members with a socket, who write to each other. */
  clients: SimulatedClient[]
  journal: WriteJournal
  mailServer: TestSmtpServer
  pages: OpenPages
  messagesPerSecond: number
}

/** Lets members visit and write messages until `stop`, which returns what failed in their visits. */
export function startDrillLoad(load: Load) {
  const { url, clients, journal, mailServer, pages, messagesPerSecond } = load
  const failures: Error[] = []
  let isStopped = false

  async function visitRepeatedly(username: string): Promise<void> {
    const credentials = { email: `${username}@example.test`, password: SAMPLE_PASSWORD }
    await repeat(() => makeVisit(url, credentials, journal), PAUSE_BETWEEN_VISITS_MS)
  }

  async function browsePages(): Promise<void> {
    for (const path of PAGES) await pages.openPage(path)
    await pages.loadAssets()
  }

  async function repeat(visit: () => Promise<void>, pauseMs: number): Promise<void> {
    while (!isStopped) {
      await visit().catch((error: Error) => failures.push(error))
      await wait(pauseMs)
    }
  }

  const visits = [
    ...VISITORS.map(visitRepeatedly),
    repeat(() => runAccountLifecycle(url, journal, mailServer), PAUSE_BETWEEN_VISITS_MS),
    repeat(browsePages, PAUSE_BETWEEN_PAGES_MS),
  ]
  const stopSending = startSendingMessages(clients, messagesPerSecond)
  const gaps = new SocketGaps(clients)
  return {
    async stop(): Promise<{ failures: Error[]; longestSocketGapMs: number }> {
      isStopped = true
      stopSending()
      for (const client of clients) client.stopReading()
      await Promise.all(visits)
      return { failures, longestSocketGapMs: gaps.stop() }
    },
  }
}
