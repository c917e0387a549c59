import { setTimeout as wait } from 'node:timers/promises'
import { callApi, type ApiSession } from '../call-api.ts'

const PAUSE_MS = 100
const PATHS = [
  '/api/posts/browse',
  '/api/posts/browse?sort=likes&range=month',
  '/api/profile/me',
  '/api/messages/conversations',
  '/api/posts/user/me',
]

/** A member who opens one page after another. Returns how to stop. */
export function startReadingPages(session: ApiSession): () => Promise<void> {
  let isStopped = false
  async function readRepeatedly(): Promise<void> {
    for (let index = 0; !isStopped; index += 1) {
      await callApi(session, 'GET', PATHS[index % PATHS.length] ?? '')
      await wait(PAUSE_MS)
    }
  }
  const reading = readRepeatedly()
  return async () => {
    isStopped = true
    await reading
  }
}
