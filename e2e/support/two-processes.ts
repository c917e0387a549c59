import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { startProcess } from '@dolph/api/testing/start-process'
import { buildStorageEnv } from '@dolph/api/testing/servers/test-storage'
import { mergeTests, type BrowserContext } from '@playwright/test'
import { testIgnoringConsole as baseIgnoringConsole, test as baseTest } from './base-test.ts'
import { DATABASE_URL, REDIS_URL } from './test-database.ts'

type Process = Awaited<ReturnType<typeof startProcess>>
type TwoProcesses = Awaited<ReturnType<typeof startTwoProcesses>>

/**
 * Starts the product on two API processes behind one origin. The proxy keeps each session on one process while that process
 * lives and assigns sessions in turn, so that two members in a test are served by two processes.
 */
async function startTwoProcesses() {
  const running: (Process | null)[] = [null, null]
  const proxy = await startStickyProxy(running)
  const env = {
    NODE_ENV: 'test',
    ROLE: 'api',
    HOST: '127.0.0.1',
    APP_ORIGIN: proxy.origin,
    DATABASE_URL,
    REDIS_URL,
    ...buildStorageEnv(),
    LIMITS: 'relaxed',
    LOG_LEVEL: 'error',
    DRAIN_MS: '0',
  }
  const start = async (index: number) => (running[index] = await startProcess(env))
  await Promise.all(running.map((_, index) => start(index)))

  return {
    origin: proxy.origin,
    /** Kills the process that serves this browser; `restart` starts it again. */
    async killProcessOf(context: BrowserContext) {
      const index = proxy.getProcessIndex(await readSessionCookie(context))
      const killed = running[index]
      running[index] = null
      await killed?.[Symbol.asyncDispose]()
      return { restart: () => start(index) }
    },
    async [Symbol.asyncDispose]() {
      for (const process of running) await process?.[Symbol.asyncDispose]()
      proxy.close()
    },
  }
}

/** A TCP proxy that forwards all bytes and reads only the session cookie from the first chunk. */
async function startStickyProxy(running: readonly (Process | null)[]) {
  const assignments = new Map<string, number>()
  const openSockets = new Set<Socket>()

  function getProcessIndex(session: string): number {
    const assigned = assignments.get(session) ?? assignments.size % running.length
    assignments.set(session, assigned)
    return assigned
  }

  function forward(client: Socket, head: Buffer): void {
    const [, session = ''] = /\bsid=([\w-]+)/.exec(head.toString('latin1')) ?? []
    const index = session === '' ? 0 : getProcessIndex(session)
    const process = running[index] ?? running.find((candidate) => candidate !== null)
    if (!process) return void client.destroy()
    const upstream = connect(Number(new URL(process.url).port), '127.0.0.1')
    upstream.on('error', () => client.destroy())
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    upstream.write(head)
    client.pipe(upstream)
    upstream.pipe(client)
  }

  const server = createServer((client) => {
    openSockets.add(client)
    client.on('close', () => openSockets.delete(client))
    client.on('error', () => client.destroy())
    client.once('data', (head: Buffer) => forward(client, head))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    getProcessIndex,
    close() {
      server.close()
      for (const socket of openSockets) socket.destroy()
    },
  }
}

async function readSessionCookie(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === 'sid')?.value ?? ''
}

interface WorkerFixtures {
  processes: TwoProcesses
}

/** The tests of `base-test.ts`, with every page served by two processes. */
export const testIgnoringConsole = baseIgnoringConsole.extend<object, WorkerFixtures>({
  processes: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright parses the pattern for the fixtures it needs: none.
    async ({}, use) => {
      await using processes = await startTwoProcesses()
      await use(processes)
    },
    // Starting two processes can take longer than the timeout of a test.
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ processes }, use) => use(processes.origin),
})
export const test = mergeTests(baseTest, testIgnoringConsole)
