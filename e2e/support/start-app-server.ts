import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ORIGIN } from './ports.ts'

const START_TIMEOUT_MS = 120_000

/** Starts the built product on a fresh database, for scripts outside Playwright's runner; `await using` ends it. */
export async function startAppServer(now = new Date()): Promise<AsyncDisposable> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'app-server.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, E2E_NOW: now.toISOString() },
  })
  const exited = once(server, 'exit')
  const stop = async () => {
    server.kill()
    await exited
  }

  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isReady())) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(
        `No server is ready at ${ORIGIN}: is the product built, and is the port free?`,
      )
    }
    await wait(200)
  }
  return { [Symbol.asyncDispose]: stop }
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${ORIGIN}/readyz`)).ok
  } catch {
    return false
  }
}
