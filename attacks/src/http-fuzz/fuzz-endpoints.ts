import type { Endpoint } from '@dolph/contract/endpoint'
import { listEndpoints } from '@dolph/contract/testing/list-endpoints'

/** What a request is made from; routes outside the contract have no schema. */
export interface FuzzEndpoint {
  method: string
  url: string
  schema: Partial<Endpoint['schema']>
  config?: Endpoint['config']
}

const OTHER_ROUTES = [
  '/api/users/auth/google?deleteAccount=true',
  '/api/users/auth/google/callback?code=1&state=2',
  '/api/users/auth/github',
  '/api/users/auth/github/callback?code=1&state=2',
  '/api/docs/json',
  '/api/docs/static/index.css',
  '/api/openapi.json',
  '/assets/index.js',
  '/badge/01932dad-55f0-7c01-9923-d974d6c5fc09.svg',
  '/browse?q=tide',
  '/cards/01932dad-55f0-7c01-9923-d974d6c5fc09/0123456789abcdef.png',
  '/feed.xml',
  '/healthz',
  '/metrics',
  `/pictures/${'A'.repeat(43)}/96.webp`,
  `/pictures/${'A'.repeat(43)}/1280x720.webp`,
  '/readyz',
  '/ws',
]

/** Every endpoint of the contract, and the routes that it does not list. */
export async function listFuzzEndpoints(): Promise<FuzzEndpoint[]> {
  const endpoints = await listEndpoints()
  const others = OTHER_ROUTES.map((url) => ({ method: 'GET', url, schema: {} }))
  return [...endpoints, ...others]
}
