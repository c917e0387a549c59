import { once } from 'node:events'
import {
  createSignedInMemberFixture,
  watchMemory,
} from '@dolph/api/testing/signed-in-member-fixture'
import { startProcess } from '@dolph/api/testing/start-process'
import { TEST_REDIS_URL } from '@dolph/api/testing/start-app'
import { createTestBucket, buildStorageEnv } from '@dolph/api/testing/servers/test-storage'
import { WebSocket } from 'ws'
import { createAttackedDatabase } from './attacked-database.ts'

export const APP_ORIGIN = 'http://localhost:3000'

export type AttackedServer = Awaited<ReturnType<typeof startAttackedServer>>
export type SignedInMember = Awaited<ReturnType<typeof createSignedInMemberFixture>>

interface Options {
  /** Added to the environment of the process; limits by address are relaxed unless it says otherwise. */
  env?: Record<string, string>
  /** The PostgreSQL server on which the database is created, for attacks that need one of their own. */
  postgresUrl?: string
}

/** Starts one API process on a database of its own; `await using` kills the process and drops the database. */
export async function startAttackedServer({ env = {}, postgresUrl }: Options = {}) {
  const database = await createAttackedDatabase(postgresUrl)
  await createTestBucket()
  const api = await startProcess({
    NODE_ENV: 'development',
    ROLE: 'api',
    LIMITS: 'relaxed',
    LOG_LEVEL: 'fatal',
    APP_ORIGIN,
    DATABASE_URL: database.url,
    REDIS_URL: TEST_REDIS_URL,
    DRAIN_MS: '0',
    ...buildStorageEnv(),
    ...env,
  })
  let hasExited = false
  void api.exited.then(() => (hasExited = true))
  return {
    ...api,
    db: database.db,
    databaseUrl: database.url,
    port: Number(new URL(api.url).port),
    hasExited: () => hasExited,
    /** Creates a member and returns their id and the headers of their requests. */
    signInMember: (username: string) =>
      createSignedInMemberFixture(database.db, api.url, APP_ORIGIN, username),
    openSocket: (member: SignedInMember) => openAuthenticatedSocket(api.url, member),
    watchMemory: () => watchMemory(api.pid),
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Opens a socket as the web app does, and waits until it is authenticated. */
async function openAuthenticatedSocket(
  url: string,
  { id, headers }: SignedInMember,
): Promise<WebSocket> {
  const { cookie, origin } = headers
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie, origin } })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'auth', userId: id, timestamp: new Date().toISOString() }))
  const [data] = (await once(socket, 'message')) as [Buffer]
  if (!data.toString().includes('auth_success'))
    throw new Error(`The socket was not authenticated: ${data.toString()}`)
  return socket
}
