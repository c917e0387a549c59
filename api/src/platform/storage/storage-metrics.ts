import { defineCounts, defineHistograms, secondsSince } from '../telemetry/process-metrics.ts'
import { traceCall } from '../telemetry/tracing/tracer.ts'
import type { FileStore } from './file-store.ts'

const OPERATIONS = ['put', 'get', 'remove', 'list'] as const

const storageSeconds = defineHistograms({
  name: 'storage_seconds',
  help: 'Time of calls to file storage',
  label: 'operation',
  values: OPERATIONS,
  buckets: [0.01, 0.05, 0.25, 1, 5],
})

const storageErrors = defineCounts({
  name: 'storage_errors_total',
  help: 'Calls to file storage that failed',
  label: 'operation',
  values: OPERATIONS,
})

/** The same storage, measured. */
export function measureFileStore(store: FileStore): FileStore {
  return {
    put: (name, bytes, type) => measure('put', () => store.put(name, bytes, type)),
    get: (name) => measure('get', () => store.get(name)),
    remove: (names) => measure('remove', () => store.remove(names)),
    list: (prefix, page) => measure('list', () => store.list(prefix, page)),
    // Only commands of operators walk, and their processes are not measured.
    walk: (prefix) => store.walk(prefix),
    close: () => store.close(),
  }
}

async function measure<Result>(
  operation: (typeof OPERATIONS)[number],
  call: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now()
  try {
    return await traceCall(`storage ${operation}`, { kind: 'client' }, call)
  } catch (error) {
    storageErrors[operation] += 1
    throw error
  } finally {
    storageSeconds[operation].observe(secondsSince(startedAt))
  }
}
