import { get } from 'node:http'
import { expect, test, waitForHydration } from '../support/base-test.ts'
import { trackRequests } from '../support/pending-requests.ts'
import { findPostWithTeam } from '../support/sample-data.ts'
import { PAGE_BUDGETS } from './page-budgets.ts'

for (const [path, { scripts, all }] of Object.entries(PAGE_BUDGETS)) {
  test(`${path} downloads at most ${scripts} kB of scripts and ${all} kB in total`, async ({
    page,
  }) => {
    const responses: { url: string; isScript: boolean }[] = []
    page.on('response', (response) =>
      responses.push({
        url: response.url(),
        isScript: response.request().resourceType() === 'script',
      }),
    )
    const waitForRequests = trackRequests(page)
    await page.goto(path.replace(':id', await findPostWithTeam()))
    await waitForHydration(page)
    await waitForRequests()

    const sizes = await Promise.all(
      responses.map(async ({ url, isScript }) => ({
        isScript,
        bytes: await measureTransferSize(url),
      })),
    )
    const sum = (items: typeof sizes) => items.reduce((total, { bytes }) => total + bytes, 0) / 1000
    expect(sum(sizes.filter(({ isScript }) => isScript))).toBeLessThanOrEqual(scripts)
    expect(sum(sizes)).toBeLessThanOrEqual(all)
  })
}

/** Uses node:http because fetch decompresses the body and hides the transferred size. */
function measureTransferSize(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => (bytes += chunk.length))
      reply.on('end', () => resolve(bytes))
      reply.on('error', reject)
    }).on('error', reject)
  })
}
