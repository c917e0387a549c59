import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_PATH } from '../support/chromium.ts'
import { database, signInNewMember } from '../support/members.ts'
import { ORIGIN } from '../support/ports.ts'
import { startAppServer } from '../support/start-app-server.ts'

/** Measures how long a member waits for the first cards of /posts, with an empty cache, on Lighthouse's slow 4G: `pnpm first-load`. */
const RUNS = 5
const LIMIT_MS = 2_200
/** Lighthouse's slow-down of the processor. */
const SLOW_PHONE = 4
const SLOW_4G = { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8 }

await using _appServer = await startAppServer()
await using _database = { [Symbol.asyncDispose]: async () => database.destroy() }
await using browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
})
const normal = await measureMedian(1)
const slow = await measureMedian(SLOW_PHONE)
process.stdout.write(`first-load posts=${normal}ms slow-phone=${slow}ms\n`)
process.exitCode = normal > LIMIT_MS ? 1 : 0

async function measureMedian(cpuSlowdown: number): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) times.push(await measureFirstCards(browser, cpuSlowdown))
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0)
}

/** The milliseconds from the start of the navigation to the frame with the first cards. */
async function measureFirstCards(on: Browser, cpuSlowdown: number): Promise<number> {
  const context = await on.newContext({ viewport: { width: 390, height: 844 } })
  await signInNewMember(context, 'reader')
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main article a[href^="/posts/"]')) return
      observer.disconnect()
      requestAnimationFrame(() => performance.mark('first-cards'))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${ORIGIN}/posts`, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-cards').length > 0)
  const [mark] = await page.evaluate(() =>
    performance.getEntriesByName('first-cards').map(({ startTime }) => startTime),
  )
  await context.close()
  return mark ?? 0
}
