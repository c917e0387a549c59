import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../testing/start-app.ts'

let api: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  api = await startApp({ isListening: true, env: { LIMITS: 'relaxed' } })
  return () => api[Symbol.asyncDispose]()
})

const HEAD = 'Host: localhost\r\nOrigin: http://localhost:3000\r\nSec-Fetch-Site: same-origin\r\n'
const CLOSE = 'Connection: close\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'
const GET = `GET /api/users/me HTTP/1.1\r\n${HEAD}\r\n`
const manyHeaders = Array.from({ length: 3_000 }, (_, index) => `a${index}: b\r\n`).join('')

function buildPost(headers: string, body: string): string {
  return `POST /api/users/login HTTP/1.1\r\n${HEAD}${JSON_TYPE}${headers}\r\n${body}`
}

/** A proxy may read where such a request ends in another way; so each gets one refusal, and what follows it is not read. */
test.each([
  [
    'a length and chunks',
    buildPost('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${GET}`),
    [400],
  ],
  [
    'an unknown transfer coding',
    buildPost('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${GET}`),
    [400],
  ],
  [
    'chunks that are not last',
    buildPost('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${GET}`),
    [400],
  ],
  [
    'two transfer codings',
    buildPost('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${GET}`),
    [400],
  ],
  [
    'a space before the colon',
    buildPost('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${GET}`),
    [400],
  ],
  ['two lengths', buildPost('Content-Length: 2\r\nContent-Length: 3\r\n', `{} ${GET}`), [400]],
  ['a length with a plus', buildPost('Content-Length: +2\r\n', `{}${GET}`), [400]],
  ['a negative length', buildPost('Content-Length: -1\r\n', `{}${GET}`), [400]],
  ['line ends without CR', `GET /api/users/me HTTP/1.1\nHost: localhost\n\n${GET}`, [400]],
  [
    'a folded header',
    `GET /api/users/me HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n${GET}`,
    [400],
  ],
  [
    'NUL in a header',
    `GET /api/users/me HTTP/1.1\r\nHost: localhost\r\nX-A: b\0c\r\n\r\n${GET}`,
    [400],
  ],
  [
    'a long chunk extension',
    buildPost('Transfer-Encoding: chunked\r\n', `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    [400],
  ],
  [
    'a chunk size that is no number',
    buildPost('Transfer-Encoding: chunked\r\n', `zz\r\n{}\r\n0\r\n\r\n`),
    [400],
  ],
  ['no host', 'GET /api/users/me HTTP/1.1\r\n\r\n', [400]],
  ['an unknown version', 'GET /api/users/me HTTP/1.7\r\n\r\n', [400]],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['a CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n', []],
  ['3,000 headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${manyHeaders}\r\n`, [431]],
  // The host is never read: links have the configured origin.
  ['two hosts', `GET /api/users/me HTTP/1.1\r\nHost: a\r\nHost: b\r\n${CLOSE}\r\n`, [401]],
  // The body of a GET is skipped, and requests sent at once are answered in order.
  [
    'a GET with a body',
    `GET /api/posts/browse HTTP/1.1\r\n${HEAD}${CLOSE}Content-Length: ${GET.length}\r\n\r\n${GET}`,
    [200],
  ],
  ['three requests at once', GET + GET + GET.replace(HEAD, HEAD + CLOSE), [401, 401, 401]],
] as [string, string, number[]][])(
  'a request with %s gets these replies only',
  async (_, bytes, statuses) => {
    expect(await readStatuses(bytes)).toEqual(statuses)
  },
)

/** The statuses of all replies until the server closes the connection. */
async function readStatuses(bytes: string): Promise<number[]> {
  const { hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  socket.write(Buffer.from(bytes, 'latin1'))
  await new Promise((resolve) => socket.on('close', resolve))
  const replies = received.matchAll(/HTTP\/1\.1 (?<status>\d{3})/g)
  return [...replies].map(({ groups }) => Number(groups?.['status']))
}
