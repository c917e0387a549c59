import { spawn, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'

interface Command {
  name: string
  /** The program and its arguments. */
  command: string[]
  directory: string
  env?: Record<string, string>
}

/** A server that runs in a process group of its own, so that a signal reaches its children too. */
export class ProcessGroup {
  readonly #definition: Command
  #child: ChildProcess | undefined

  constructor(definition: Command) {
    this.#definition = definition
    // The server must not outlive this process.
    process.on('exit', () => this.signal('SIGKILL'))
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  start(): void {
    const { name, command, directory, env } = this.#definition
    const log = openSync(join(directory, `${name}.log`), 'a')
    const [program = '', ...args] = command
    this.#child = spawn(program, args, {
      cwd: directory,
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    })
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#child?.pid !== undefined && this.isRunning) signalProcess(-this.#child.pid, signal)
  }
}

/** Sends a signal to a process, or to a group if the number is negative, unless it has ended. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
