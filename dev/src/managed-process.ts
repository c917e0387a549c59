import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const STOP_TIMEOUT_MS = 8_000

export interface ManagedProcess {
  name: string
  /** Comes true when the process has ended, for whatever reason. */
  exited: Promise<string>
  stop(): Promise<void>
}

interface ProcessOptions {
  name: string
  arguments: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  onLine: (line: string) => void
}

/** Runs a Node program beside this one and says its lines. */
export function startManagedProcess({
  name,
  arguments: args,
  cwd,
  env,
  onLine,
}: ProcessOptions): ManagedProcess {
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl+C reaches only this program, which then stops the parts in order.
    detached: true,
  })
  forwardLines(child.stdout, onLine)
  forwardLines(child.stderr, onLine)

  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })

  async function stop(): Promise<void> {
    // Only the leader: `node --watch` passes it on, and waits for ever if its program ends first.
    child.kill('SIGTERM')
    const patience = setTimeout(() => killProcessGroup(child.pid), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(patience)
  }

  return { name, exited: ended, stop }
}

function forwardLines(stream: Readable, say: (line: string) => void): void {
  createInterface({ input: stream }).on('line', (line) => {
    if (line.trim() !== '') say(line)
  })
}

function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
