import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../start-process.ts'

/**
 * A Redis of its own, for a test that counts the processes that serve: published messages and their subscribers know no
 * numbered database, so on the shared Redis it would count the processes of other tests.
 */
export async function startTestRedis() {
  const port = await findFreePort()
  const server = spawn(
    'redis-server',
    ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  // Killed on exit too: a test that times out never disposes its server.
  const killServer = () => server.kill('SIGKILL')
  process.once('exit', killServer)
  await once(server, 'spawn')
  const exited = once(server, 'exit')
  while (!(await isListening(port))) {
    if (server.exitCode !== null) throw new Error(`redis-server ended with ${server.exitCode}.`)
    await wait(20)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      process.off('exit', killServer)
      killServer()
      await exited
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
