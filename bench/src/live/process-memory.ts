import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const COLLECT_GARBAGE_MODULE = new URL('collect-garbage.ts', import.meta.url).href
const COLLECTION_COUNT = 3

/** The environment that a server needs to be measured by `measureResidentBytes`: that of the image, and a way to collect garbage. */
export const MEASURED_ENV = {
  NODE_OPTIONS: `--expose-gc --import ${COLLECT_GARBAGE_MODULE}`,
  MALLOC_ARENA_MAX: '2',
}

/** The resident memory of a process after several garbage collections. */
export async function measureResidentBytes(pid: number): Promise<number> {
  for (let collection = 0; collection < COLLECTION_COUNT; collection += 1) {
    process.kill(pid, 'SIGUSR2')
    await wait(1_000)
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}
