import { get } from 'node:http'
import { expect, test } from './base-test.ts'

/** In kilobytes, gzip-encoded: what a visitor who has nothing in the cache downloads before touching anything. */
const PAGE_BUDGETS = [
  { path: '/', scripts: 123, all: 250 },
  { path: '/about', scripts: 125, all: 250 },
  { path: '/help', scripts: 132, all: 250 },
  { path: '/browse', scripts: 182, all: 340 },
]

for (const { path, scripts, all } of PAGE_BUDGETS) {
  test(`${path} is light: ${scripts} kB of script and ${all} kB in all at most`, async ({
    page,
  }) => {
    const fetched: { url: string; isScript: boolean }[] = []
    page.on('response', (response) =>
      fetched.push({
        url: response.url(),
        isScript: response.request().resourceType() === 'script',
      }),
    )
    await page.goto(path, { waitUntil: 'networkidle' })

    const weighed = await Promise.all(
      fetched.map(async ({ url, isScript }) => ({
        isScript,
        bytes: await measureTransferSize(url),
      })),
    )
    const sum = (of: typeof weighed) => of.reduce((total, { bytes }) => total + bytes, 0) / 1000
    expect(sum(weighed.filter(({ isScript }) => isScript))).toBeLessThanOrEqual(scripts)
    expect(sum(weighed)).toBeLessThanOrEqual(all)
  })
}

/** As it is on the wire: no client that unpacks it would say. */
function measureTransferSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      let bytes = 0
      reply.on('data', (part: Buffer) => (bytes += part.length))
      reply.on('end', () => resolve(bytes))
      reply.on('error', reject)
    }).on('error', reject)
  })
}
