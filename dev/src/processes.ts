import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

const STOP_WITHIN_MS = 8_000

export interface Part {
  name: string
  /** Comes true when the process has ended, for whatever reason. */
  ended: Promise<string>
  stop(): Promise<void>
}

interface Start {
  name: string
  arguments: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  say: (line: string) => void
}

/** Runs a Node program beside this one and says its lines. */
export function startPart({ name, arguments: args, cwd, env, say }: Start): Part {
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: Ctrl+C reaches only this program, which then stops the parts in order.
    detached: true,
  })
  sayLines(child.stdout, say)
  sayLines(child.stderr, say)

  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })

  async function stop(): Promise<void> {
    // Only the leader: `node --watch` passes it on, and waits for ever if its program ends first.
    child.kill('SIGTERM')
    const patience = setTimeout(() => killGroup(child.pid), STOP_WITHIN_MS)
    await ended
    clearTimeout(patience)
  }

  return { name, ended, stop }
}

function sayLines(stream: Readable, say: (line: string) => void): void {
  createInterface({ input: stream }).on('line', (line) => {
    if (line.trim() !== '') say(line)
  })
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
