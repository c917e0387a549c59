import { chromium } from '@playwright/test'
import { CHROMIUM_PATH } from '../support/chromium.ts'
import { database, signInNewMember, type Member } from '../support/members.ts'
import { ORIGIN } from '../support/ports.ts'
import { startAppServer } from '../support/start-app-server.ts'

/**
 * Measures how long fifty messages with code take to draw once they have arrived, in a browser that has shown code before: `pnpm
 * code-messages`.
 */
const RUNS = 5
const LIMIT_MS = 200
const MESSAGES = 50
const CODE = `\`\`\`ts\nconst tide = await readTide('low')\nif (tide.height < 2) ring(tide)\nexport { tide }\n\`\`\``

await using _appServer = await startAppServer()
await using _database = { [Symbol.asyncDispose]: async () => database.destroy() }
await using browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
})
const context = await browser.newContext()
const reader = await signInNewMember(context, 'reader')
const page = await context.newPage()
const [first, ...writers] = await Promise.all(
  Array.from({ length: RUNS + 1 }, async (_, index) =>
    signInNewMember(await browser.newContext(), `writer-${index}`),
  ),
)
if (!first) throw new Error('Nobody has signed up')
await sendCode(first, 1)
for (const writer of writers) await sendCode(writer, MESSAGES)

await page.goto(`${ORIGIN}/messages/${first.id}`)
await page.getByRole('button', { name: 'Copy code' }).waitFor()
const times: number[] = []
for (const writer of writers) times.push(await measureDrawing(writer))
const median = Math.round(times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0)
process.stdout.write(`code-messages drawn=${median}ms\n`)
process.exitCode = median > LIMIT_MS ? 1 : 0

async function sendCode(from: Member, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1)
    await from.call('POST', '/api/messages', {
      recipientId: reader.id,
      content: `${CODE}\n${sent}`,
      format: 'markdown',
    })
}

/** The milliseconds from the arrival of the messages to the frame that shows all of them. */
async function measureDrawing({ id, userName }: Member): Promise<number> {
  await page.evaluate((count) => {
    performance.clearMarks()
    new MutationObserver((_, observer) => {
      if (document.querySelectorAll('[data-message] .code-block').length < count) return
      observer.disconnect()
      requestAnimationFrame(() => performance.mark('drawn'))
    }).observe(document, { childList: true, subtree: true })
  }, MESSAGES)
  await page.getByRole('link', { name: userName }).click()
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0)
  return page.evaluate((peer) => {
    const drawn = performance.getEntriesByName('drawn')[0]?.startTime ?? 0
    const replies = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes(`conversationWith=${peer}`))
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    return drawn - Math.min(...replies)
  }, id)
}
