import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const STOP_TIMEOUT_MS = 8_000

export interface ManagedProcess {
  name: string
  /** Resolves with the reason when the process has exited. */
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

/** Starts a Node program as a child process and forwards its output by line. */
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
    // A process group of its own: Ctrl+C reaches only this program, which then stops its child processes.
    detached: true,
  })
  forwardLines(child.stdout, onLine)
  forwardLines(child.stderr, onLine)

  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })

  async function stop(): Promise<void> {
    // Only the group leader gets the signal: `node --watch` passes it on, and hangs if its program exits first.
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => killProcessGroup(child.pid), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(killTimer)
  }

  return { name, exited, stop }
}

function forwardLines(stream: Readable, onLine: (line: string) => void): void {
  createInterface({ input: stream }).on('line', (line) => {
    if (line.trim() !== '') onLine(line)
  })
}

function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process group has exited already.
  }
}
