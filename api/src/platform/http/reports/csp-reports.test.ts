import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateIpAddress } from '../../../testing/generate-ip-address.ts'
import { startApp } from '../../../testing/start-app.ts'

const SECRET_URL = 'https://user:hunter2@evil.example/reset-password/hunter2?token=hunter2#hunter2'
const logLines: string[] = []
let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  const stream = { write: (line: string) => void logLines.push(line) }
  api = await startApp({ server: { logger: { level: 'info', stream } } })
})
afterAll(() => api[Symbol.asyncDispose]())

async function sendReport(payload: unknown, type: string, address = generateIpAddress()) {
  return api.app.inject({
    method: 'POST',
    url: '/api/csp-reports',
    remoteAddress: address,
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
}

async function readCount(directive: string): Promise<number> {
  const { body } = await api.app.inject('/metrics')
  const line = new RegExp(
    `^csp_violations_total\\{directive="${directive}"\\} (?<count>\\d+)$`,
    'm',
  )
  return Number(line.exec(body)?.groups?.['count'] ?? 0)
}

describe('reports of browsers about the content security policy', () => {
  test('are counted by directive, in both formats and without an origin', async () => {
    const single = {
      'csp-report': {
        'document-uri': SECRET_URL,
        'violated-directive': "img-src 'self'",
        'blocked-uri': SECRET_URL,
      },
    }
    const body = { effectiveDirective: 'script-src-elem', blockedURL: 'inline', sample: 'hunter2' }
    const batch = [
      { type: 'csp-violation', age: 1, url: SECRET_URL, user_agent: 'x', body },
      { type: 'csp-violation', body: { effectiveDirective: 'script-src-elem' } },
      { type: 'deprecation', body: { id: 'x' } },
      { type: 'csp-violation', body: null },
    ]
    expect((await sendReport(single, 'application/csp-report')).statusCode).toBe(204)
    expect((await sendReport(batch, 'application/reports+json; charset=utf-8')).statusCode).toBe(
      204,
    )

    const directives = ['img-src', 'script-src-elem', 'other']
    expect(await Promise.all(directives.map(readCount))).toEqual([1, 2, 1])
    const log = logLines.join('')
    expect(log).toContain('"blocked":"https://evil.example"')
    expect(log).toContain('"blocked":"inline"')
    expect(log).not.toContain('hunter2')
  })

  test('cannot create labels of their own', async () => {
    const before = await readCount('other')
    for (const directive of ['x"} 1', 'toString', '__proto__', '', 'a'.repeat(10_000)]) {
      const report = { 'csp-report': { 'effective-directive': directive } }
      expect((await sendReport(report, 'application/csp-report')).statusCode).toBe(204)
    }
    expect(await readCount('other')).toBe(before + 5)
    const { body } = await api.app.inject('/metrics')
    expect(body.match(/^csp_violations_total\{/gm)?.length).toBeLessThanOrEqual(21)
  })

  test.each([
    ['another content type', '{}', 'application/json'],
    ['a form', 'a=1', 'application/x-www-form-urlencoded'],
    ['broken JSON', '{', 'application/csp-report'],
    ['a number', '7', 'application/reports+json'],
    ['something else', '{"a":1}', 'application/csp-report'],
    ['prototype pollution', '{"__proto__":{"a":1}}', 'application/csp-report'],
    ['over 16 KiB', JSON.stringify([{ type: 'x'.repeat(17_000) }]), 'application/reports+json'],
  ])('are refused as %s', async (_, payload, type) => {
    expect((await sendReport(payload, type)).json()).toMatchObject({ code: 'invalid-input' })
  })

  test('are limited to 30 a minute from one address', async () => {
    const address = generateIpAddress()
    const statuses: number[] = []
    for (let sent = 0; sent < 31; sent++) {
      statuses.push((await sendReport([], 'application/reports+json', address)).statusCode)
    }
    expect(statuses.filter((status) => status === 204)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })
})
