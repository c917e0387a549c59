import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Below the ports of connections, which begin at 32,768. */
const [LOWEST_PORT, HIGHEST_PORT] = [10_000, 32_000]
const ENTRY = new URL('../main.ts', import.meta.url).pathname

/** Starts the program as an operator does and waits until it is ready; `await using` kills it if it still runs. */
export async function startProcess(env: Record<string, string>, { isWaiting = true } = {}) {
  const [port, opsPort] = [await findFreePort(), await findFreePort()]
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...process.env, OPS_PORT: String(opsPort), ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Killed on exit too: a test that times out never disposes its child.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  let errorOutput = ''
  child.stderr.on('data', (text: Buffer) => (errorOutput += text.toString()))
  const exited = once(child, 'exit').then(([code]) => Number(code ?? -1))
  const url = `http://127.0.0.1:${port}`
  const opsUrl = `http://127.0.0.1:${env['OPS_PORT'] ?? opsPort}`
  while (isWaiting && !(await isReady(opsUrl))) {
    if (child.exitCode !== null) throw new Error(`The process ended: ${errorOutput}`)
    await wait(50)
  }
  return {
    url,
    opsUrl,
    pid: child.pid ?? 0,
    exited,
    kill: (signal: 'SIGTERM' | 'SIGKILL') => child.kill(signal),
    async [Symbol.asyncDispose]() {
      process.off('exit', killChild)
      killChild()
      await exited
    },
  }
}

export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  )
}

/** A port on which nothing listens, and which the system gives to no connection before the caller listens there. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
