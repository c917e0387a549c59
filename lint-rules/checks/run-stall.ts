import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, constants } from 'node:os'
import { join } from 'node:path'

/** `pnpm ci:stall <command…>` runs a command as on a host that takes most of every core for 90 seconds out of every 240. */
const [command, ...args] = process.argv.slice(2)
if (command === undefined) throw new Error('Usage: pnpm ci:stall <command…>')

const burners = Array.from({ length: availableParallelism() }, (_, core) => startBurner(core))
await Promise.all(burners.map((burner) => once(burner, 'spawn')))
// The sampler of steal counts what these processes use: see `readCpuTicks`.
const env = { ...process.env, STALL_PIDS: burners.map(({ pid }) => pid).join(',') }
const child = spawn(command, args, { stdio: 'inherit', env })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => child.kill(signal))
child.once('error', ({ message }) => process.stderr.write(`${message}\n`))
child.once('close', (code, signal) => {
  const lost = burners.filter(
    ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null,
  )
  for (const burner of burners) burner.kill()
  if (lost.length > 0) {
    process.stderr.write('A core was not stalled: its process ended early\n')
    process.exitCode = 1
  } else process.exitCode = signal ? 128 + constants.signals[signal] : Math.abs(code ?? 1)
})

/**
 * The shell replaces itself, so the pid is that of the busy process. The real-time class comes before every other process; `nice` would
 * not, where the kernel groups processes by session. Only root may enter it: without, `chrt` says so, and the stall is weaker.
 */
function startBurner(core: number): ChildProcess {
  const burner = [process.execPath, join(import.meta.dirname, 'burn-core.ts'), String(process.pid)]
  const shell = ['sh', '-c', 'chrt --rr --pid 1 $$; exec "$@"', 'sh']
  return spawn('taskset', ['-c', String(core), ...shell, ...burner], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
