import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const CHROMIUM_PATH = process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell'

/** Starts a browser that is controlled through its debugging `port`; `await using` ends it. */
export async function startChromium() {
  const profileDirectory = await mkdtemp(join(tmpdir(), 'dolph-chromium-'))
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run']
  const browserProcess = spawn(
    CHROMIUM_PATH,
    [...args, '--remote-debugging-port=0', `--user-data-dir=${profileDirectory}`, 'about:blank'],
    // CHROMIUM_PATH may be a wrapper script: killing the process group ends it and the browser.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const exited = once(browserProcess, 'exit')
  return {
    port: await readDebuggingPort(browserProcess.stderr),
    async [Symbol.asyncDispose]() {
      if (browserProcess.pid !== undefined) process.kill(-browserProcess.pid)
      await exited
      await rm(profileDirectory, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function readDebuggingPort(stderr: AsyncIterable<Buffer>): Promise<number> {
  let text = ''
  for await (const chunk of stderr) {
    text += chunk.toString()
    const [, port] = /listening on ws:\/\/[^:]+:(\d+)/.exec(text) ?? []
    if (port) return Number(port)
  }
  throw new Error(`${CHROMIUM_PATH} did not print a debugging port:\n${text}`)
}
