import { readdir, readFile, readlink } from 'node:fs/promises'
import { isApiReady } from '../chaos/services.ts'
import { waitUntil } from '../chaos/wait-until.ts'
import { runPodman } from './containers.ts'

const READY_TIMEOUT_MS = 60_000
/** Longer than the program itself takes at most: DRAIN_MS and 20 s. */
const STOP_SECONDS = 45

interface ContainerOptions {
  image: string
  name: string
  command: string[]
  env: Record<string, string>
}

/** What the program may do in a container: read its own files, write to `/tmp`, and nothing else. */
const CONFINEMENT = [
  '--network',
  'host',
  '--read-only',
  '--read-only-tmpfs=false',
  '--tmpfs',
  '/tmp:size=64m',
  '--cap-drop',
  'ALL',
  '--security-opt',
  'no-new-privileges',
  '--memory',
  '1500m',
]

/** Runs a command of the image to its end and returns what it printed. */
export async function runOnce({ image, command, env }: Omit<ContainerOptions, 'name'>) {
  return runPodman('run', '--rm', ...CONFINEMENT, ...toEnvOptions(env), image, ...command)
}

/** Starts a process of the image and waits until it is ready. */
export async function startContainer({ image, name, command, env }: ContainerOptions) {
  await runPodman('rm', '--force', '--ignore', name)
  const startedAt = performance.now()
  await runPodman(
    ...['run', '--detach', '--name', name, ...CONFINEMENT],
    ...[...toEnvOptions(env), image, ...command],
  )
  const opsPort = Number(env['OPS_PORT'])
  await waitUntil(`${name} is ready`, () => isApiReady(opsPort), READY_TIMEOUT_MS).catch(
    async (cause: unknown) => {
      throw new Error(`${name} is not ready:\n${await runPodman('logs', name)}`, { cause })
    },
  )
  const readySeconds = (performance.now() - startedAt) / 1000
  const pid = Number(await runPodman('inspect', '--format', '{{.State.Pid}}', name))
  return {
    readySeconds,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    /** Runs the health check of the image; rejects unless it passes. */
    checkHealth: () => runPodman('healthcheck', 'run', name),
    readMemoryMb: () => readMemoryMb(name),
    countZombies: () => countZombies(pid),
    /** Sends SIGTERM and returns the exit code. */
    async stop(): Promise<number> {
      await runPodman('stop', '--time', String(STOP_SECONDS), name)
      return Number(await runPodman('inspect', '--format', '{{.State.ExitCode}}', name))
    },
    async [Symbol.asyncDispose]() {
      await runPodman('rm', '--force', '--ignore', name)
    },
  }
}

function toEnvOptions(env: Record<string, string>): string[] {
  return Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
}

/** The memory of the container in MB, as its limit counts it. */
async function readMemoryMb(name: string): Promise<number> {
  const text = await runPodman('stats', '--no-stream', '--format', '{{.MemUsage}}', name)
  const { amount, unit = '' } = /^(?<amount>[\d.]+)(?<unit>[kMG]B)/.exec(text)?.groups ?? {}
  const factors: Record<string, number> = { kB: 0.001, MB: 1, GB: 1000 }
  const factor = factors[unit]
  if (amount === undefined || factor === undefined)
    throw new Error(`podman stats printed no memory: ${text}`)
  return Number(amount) * factor
}

/** Counts the ended processes in the container that nobody has waited for. */
async function countZombies(pid: number): Promise<number> {
  const namespace = await readlink(`/proc/${pid}/ns/pid`)
  let count = 0
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    // A process may end while it is looked at.
    const [own, stat] = await Promise.all([
      readlink(`/proc/${entry}/ns/pid`).catch(() => ''),
      readFile(`/proc/${entry}/stat`, 'utf8').catch(() => ''),
    ])
    const [, state, parent] = /\) (\w) (\d+)/.exec(stat) ?? []
    // The kernel no longer tells the namespace of a zombie, but still its parent.
    if (state === 'Z' && (own === namespace || Number(parent) === pid)) count += 1
  }
  return count
}
