import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ORIGIN } from './ports.ts'

const START_TIMEOUT_MS = 120_000

/** The built product in a fresh world of its own, for scripts that look at it; ended by `await using`. */
export async function startAppServer(now = new Date()): Promise<AsyncDisposable> {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'app-server.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, E2E_NOW: now.toISOString() },
  })
  const ended = once(program, 'exit')
  const end = async () => {
    program.kill()
    await ended
  }

  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isReady())) {
    if (program.exitCode !== null || Date.now() > deadline) {
      await end()
      throw new Error(`Nothing answers at ${ORIGIN}: is it built, and is the port free?`)
    }
    await wait(200)
  }
  return { [Symbol.asyncDispose]: end }
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${ORIGIN}/readyz`)).ok
  } catch {
    return false
  }
}
