import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { startProcess } from '@dolph/api/testing/start-process'
import { buildStorageEnv } from '@dolph/api/testing/test-storage'
import { mergeTests, type BrowserContext } from '@playwright/test'
import { testIgnoringConsole as noisy, test as quiet } from './base-test.ts'
import { DATABASE_URL, REDIS_URL } from './test-database.ts'

type Process = Awaited<ReturnType<typeof startProcess>>
type TwoProcesses = Awaited<ReturnType<typeof startTwoProcesses>>

/**
 * The product on two API processes behind one address. Every browser stays with one of them while that one lives, and
 * browsers are dealt out in turn: two people in a test are on two processes.
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
  const start = async (nth: number) => (running[nth] = await startProcess(env))
  await Promise.all(running.map((_, nth) => start(nth)))

  return {
    origin: proxy.origin,
    /** Ends the process that serves this browser, as a power cut would; it is back when `restart` is called. */
    async killThatOf(context: BrowserContext) {
      const nth = proxy.turnOf(await readSessionCookie(context))
      const killed = running[nth]
      running[nth] = null
      await killed?.[Symbol.asyncDispose]()
      return { restart: () => start(nth) }
    },
    async [Symbol.asyncDispose]() {
      for (const each of running) await each?.[Symbol.asyncDispose]()
      proxy.close()
    },
  }
}

/** Passes bytes on; only who is asking is read, from the first of them. */
async function startStickyProxy(running: readonly (Process | null)[]) {
  const turns = new Map<string, number>()
  const open = new Set<Socket>()

  function turnOf(session: string): number {
    const turn = turns.get(session) ?? turns.size % running.length
    turns.set(session, turn)
    return turn
  }

  function forward(incoming: Socket, first: Buffer): void {
    const [, session = ''] = /\bsid=([\w-]+)/.exec(first.toString('latin1')) ?? []
    const chosen = session === '' ? 0 : turnOf(session)
    const process = running[chosen] ?? running.find((each) => each !== null)
    if (!process) return void incoming.destroy()
    const onward = connect(Number(new URL(process.url).port), '127.0.0.1')
    onward.on('error', () => incoming.destroy())
    onward.on('close', () => incoming.destroy())
    incoming.on('close', () => onward.destroy())
    onward.write(first)
    incoming.pipe(onward)
    onward.pipe(incoming)
  }

  const server = createServer((incoming) => {
    open.add(incoming)
    incoming.on('close', () => open.delete(incoming))
    incoming.on('error', () => incoming.destroy())
    incoming.once('data', (first: Buffer) => forward(incoming, first))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    turnOf,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
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

/** As these of `base-test.ts`, with every page on the two processes. */
export const testIgnoringConsole = noisy.extend<object, WorkerFixtures>({
  processes: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it what a fixture needs: nothing.
    async ({}, use) => {
      await using processes = await startTwoProcesses()
      await use(processes)
    },
    // On a busy machine it takes longer than a test may.
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ processes }, use) => use(processes.origin),
})
export const test = mergeTests(quiet, testIgnoringConsole)
