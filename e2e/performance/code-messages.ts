import { chromium } from '@playwright/test'
import { CHROMIUM_PATH } from '../support/chromium.ts'
import { database, signInNewMember, type Member } from '../support/members.ts'
import { ORIGIN } from '../support/ports.ts'
import { startAppServer } from '../support/start-app-server.ts'

/**
 * Measures how long fifty messages with code, and fifty without, take to draw once they have arrived, in a browser that has shown code before:
 * `pnpm code-messages`.
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
const first = await signInWriter('writer', CODE, 1)
await page.goto(`${ORIGIN}/messages/${first.id}`)
await page.getByRole('button', { name: 'Copy code' }).waitFor()
const [code, plain] = [await measureMedian(CODE, '.code-block'), await measureMedian('Hello', 'p')]
process.stdout.write(`code-messages code=${code}ms plain=${plain}ms\n`)
process.exitCode = code > LIMIT_MS ? 1 : 0

/** `drawn` selects what each message shows once it is drawn. */
async function measureMedian(text: string, drawn: string): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const writer = await signInWriter(`writer-${run}`, text, MESSAGES)
    await page.getByRole('link', { name: writer.userName }).waitFor()
    times.push(await measureDrawing(writer, `[data-message] ${drawn}`))
  }
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0)
}

/** Signs up a member who has written to the reader. */
async function signInWriter(name: string, text: string, count: number): Promise<Member> {
  const writer = await signInNewMember(await browser.newContext(), name)
  for (let sent = 0; sent < count; sent += 1)
    await writer.call('POST', '/api/messages', {
      recipientId: reader.id,
      content: `${text}\n${sent}`,
      ...(text === CODE && { format: 'markdown' }),
    })
  return writer
}

/** The milliseconds from the arrival of the messages to the frame that shows all of them. */
async function measureDrawing({ id, userName }: Member, drawn: string): Promise<number> {
  await page.evaluate(
    ({ count, selector }) => {
      performance.clearMarks()
      new MutationObserver((_, observer) => {
        if (document.querySelectorAll(selector).length < count) return
        observer.disconnect()
        requestAnimationFrame(() => performance.mark('drawn'))
      }).observe(document, { childList: true, subtree: true })
    },
    { count: MESSAGES, selector: drawn },
  )
  await page.getByRole('link', { name: userName }).click()
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0)
  return page.evaluate((peer) => {
    const drawnAt = performance.getEntriesByName('drawn')[0]?.startTime ?? 0
    const replies = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes(`conversationWith=${peer}`))
      .map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    return drawnAt - Math.min(...replies)
  }, id)
}
