import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const CHROMIUM_PATH = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'

/** A browser that others steer through `port`; ended by `await using`. */
export async function startChromium() {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-chromium-'))
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run']
  const program = spawn(
    CHROMIUM_PATH,
    [...args, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    // What is called Chromium may be a script that starts it: both are ended as a group.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const ended = once(program, 'exit')
  return {
    port: await readDebuggingPort(program.stderr),
    async [Symbol.asyncDispose]() {
      if (program.pid !== undefined) process.kill(-program.pid)
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function readDebuggingPort(said: AsyncIterable<Buffer>): Promise<number> {
  let text = ''
  for await (const part of said) {
    text += part.toString()
    const [, port] = /listening on ws:\/\/[^:]+:(\d+)/.exec(text) ?? []
    if (port) return Number(port)
  }
  throw new Error(`${CHROMIUM_PATH} does not start:\n${text}`)
}
