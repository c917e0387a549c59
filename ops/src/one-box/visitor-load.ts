import { setTimeout as wait } from 'node:timers/promises'
import { callApi } from '../chaos/call-api.ts'

const PATHS = ['/', '/browse', '/api/posts/browse', '/healthz']
/** All visitors have one address, for which a process answers 600 reads a minute. */
const PAUSE_MS = 150

/** Reads pages until `stop`, which returns how many requests there were and which of them failed. */
export function startVisitorLoad(url: string) {
  const session = { url, cookie: '', csrf: '' }
  const failures: string[] = []
  let count = 0
  let isStopped = false

  async function readPages(): Promise<void> {
    while (!isStopped) {
      const path = PATHS[count % PATHS.length] ?? '/'
      count += 1
      const { status } = await callApi(session, 'GET', path)
      if (status === 0 || status >= 500) failures.push(`GET ${path}: ${status}`)
      await wait(PAUSE_MS)
    }
  }
  const reading = readPages()
  return {
    async stop() {
      isStopped = true
      await reading
      return { count, failures }
    },
  }
}
