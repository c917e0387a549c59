import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { readRegistryAdvisories } from './registry-advisories.ts'

const RELEASES = ['@a/b@1.2.0', '@a/b@2.0.0', 'safe@1.0.0']
const ADVISORY = { url: 'https://advisories.example/1', title: 'A hole', severity: 'high' }

test('a locked version within the range of an advisory is named', async () => {
  await using registry = await startRegistry(200, {
    '@a/b': [{ ...ADVISORY, vulnerable_versions: '<2.0.0' }],
  })
  expect(await readRegistryAdvisories(registry.url, RELEASES)).toEqual([
    '@a/b@1.2.0: A hole (https://advisories.example/1)',
  ])
  expect(registry.bodies).toEqual([{ '@a/b': ['1.2.0', '2.0.0'], safe: ['1.0.0'] }])
})

test('a registry without advisories is no proof that there are none', async () => {
  for (const [status, body] of [
    [405, {}],
    [200, 'a page'],
  ] as const) {
    await using registry = await startRegistry(status, body)
    expect(await readRegistryAdvisories(registry.url, RELEASES)).toBeUndefined()
  }
  expect(await readRegistryAdvisories('http://127.0.0.1:1/', RELEASES)).toBeUndefined()
})

async function startRegistry(status: number, body: unknown) {
  const bodies: unknown[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = await request.toArray()
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    reply.writeHead(status).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    bodies,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}
