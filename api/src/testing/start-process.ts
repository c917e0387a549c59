import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const ENTRY = new URL('../main.ts', import.meta.url).pathname

/** Starts the program as an operator does; `await using` kills it if it still runs. */
export async function startProcess(env: Record<string, string>) {
  const port = await findFreePort()
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Killed on exit too: a test that times out never disposes its child.
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  let errorOutput = ''
  child.stderr.on('data', (text: Buffer) => (errorOutput += text.toString()))
  const exited = once(child, 'exit').then(([code]) => Number(code ?? -1))
  const url = `http://127.0.0.1:${port}`
  // A worker serves no HTTP, so its readiness cannot be polled.
  while (env['ROLE'] !== 'worker' && !(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The process ended: ${errorOutput}`)
    await wait(50)
  }
  return {
    url,
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

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
