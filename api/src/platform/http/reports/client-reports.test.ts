import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateIpAddress } from '../../../testing/generate-ip-address.ts'
import { startApp } from '../../../testing/start-app.ts'

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp()
})
afterAll(() => api[Symbol.asyncDispose]())

async function sendReport(payload: string, address = generateIpAddress()) {
  return api.app.inject({
    method: 'POST',
    url: '/api/reports/client',
    remoteAddress: address,
    payload,
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
  })
}

async function readSeries(): Promise<string[]> {
  const { body } = await api.app.inject('/metrics')
  return body.split('\n').filter((line) => line.startsWith('client_errors_total{'))
}

test('errors of browsers are counted by kind; a release that is not ours is one label', async () => {
  const before = await readSeries()
  expect(before).toHaveLength(8)
  expect(before.every((line) => line.endsWith(' 0'))).toBe(true)
  for (const release of ['/assets/old.js', 'x"} 1', '__proto__', '']) {
    const reply = await sendReport(JSON.stringify({ kind: 'chunk', release }))
    expect(reply.statusCode).toBe(204)
  }
  const after = await readSeries()
  expect(after).toHaveLength(8)
  expect(after).toContain('client_errors_total{kind="chunk",release="other"} 4')
})

test.each([
  ['an unknown kind', '{"kind":"other","release":""}'],
  ['no release', '{"kind":"chunk"}'],
  ['a long release', JSON.stringify({ kind: 'chunk', release: 'x'.repeat(101) })],
  ['no JSON', 'chunk'],
  ['more than a kilobyte', JSON.stringify({ kind: 'chunk', release: 'x'.repeat(2_000) })],
])('a report with %s is refused', async (_, payload) => {
  expect((await sendReport(payload)).json()).toMatchObject({ code: 'invalid-input' })
})

test('an address may send 30 reports a minute', async () => {
  const address = generateIpAddress()
  const statuses: number[] = []
  for (let sent = 0; sent < 31; sent += 1)
    statuses.push((await sendReport('{"kind":"script","release":""}', address)).statusCode)
  expect(statuses.filter((status) => status === 204)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})
