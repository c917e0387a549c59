import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoint } from '../endpoint.ts'

const CONTRACT_FOLDER = join(import.meta.dirname, '..')

/** Every endpoint of the contract. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = []
  for await (const file of glob('{*,*/*}.ts', { cwd: CONTRACT_FOLDER })) {
    if (file.endsWith('.test.ts')) continue
    const module = (await import(join(CONTRACT_FOLDER, file))) as Record<string, unknown>
    endpoints.push(...Object.values(module).filter(isEndpoint))
  }
  return endpoints
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'schema' in value && 'url' in value
}
