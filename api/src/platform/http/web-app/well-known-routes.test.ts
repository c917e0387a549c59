import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startApp } from '../../../testing/start-app.ts'

test('security.txt names the address of SECURITY.md and expires within a year', async () => {
  await using api = await startApp({ env: { APP_ORIGIN: 'https://dolph.example' } })
  const reply = await api.app.inject('/.well-known/security.txt')
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    reply.body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  )
  const policy = await readFile(new URL('../../../../../SECURITY.md', import.meta.url), 'utf8')
  const address = /Write to \*\*(?<address>\S+@\S+)\*\*/.exec(policy)?.groups?.['address']
  expect(fields).toMatchObject({
    Contact: `mailto:${address}`,
    Canonical: 'https://dolph.example/.well-known/security.txt',
    Policy: 'https://dolph.example/contact',
    'Preferred-Languages': 'en',
  })
  const daysLeft = (Date.parse(fields['Expires'] ?? '') - Date.now()) / 86_400_000
  expect(daysLeft).toBeGreaterThan(30)
  expect(daysLeft).toBeLessThan(365)
})

test('password managers find the page that changes the password, and that unknown pages are missing', async () => {
  await using api = await startApp()
  const reply = await api.app.inject('/.well-known/change-password')
  expect([reply.statusCode, reply.headers['location']]).toEqual([302, '/settings'])
  const unknown = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await api.app.inject(unknown)).statusCode).toBe(404)
})
