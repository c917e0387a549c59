import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const COLLECT = new URL('collect-garbage.ts', import.meta.url).href
const COLLECTIONS = 3

/** Lets a server be measured by `residentBytes`. */
export const MEASURABLE = { NODE_OPTIONS: `--expose-gc --import ${COLLECT}` }

/** What a process holds in memory once it has tidied up. */
export async function residentBytes(pid: number): Promise<number> {
  for (let nth = 0; nth < COLLECTIONS; nth += 1) {
    process.kill(pid, 'SIGUSR2')
    await wait(1_000)
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}
