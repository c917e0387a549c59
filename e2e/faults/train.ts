import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { CHROMIUM_PATH } from '../support/chromium.ts'
import { database, insertPost, signInNewMember } from '../support/members.ts'
import { ORIGIN } from '../support/ports.ts'
import { startAppServer } from '../support/start-app-server.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { TrainMember } from './train-member.ts'
import { createRandom, pickOne } from './train-random.ts'
import { TrainRecord } from './train-record.ts'

/**
 * A member on a train: 30 % of all responses are reset or stall half-way while the member uses the product in a browser. In the end
 * nothing that the page confirmed may be lost, nothing stored twice, and no screen left without a way on: `pnpm train`.
 */
const FAULT_SHARE = 0.3
const HANG_MS = 600_000
/** The exit code of a command that cannot tell whether the product held. */
const UNDECIDED = 2

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '34' }, minutes: { type: 'string', default: '5' } },
})
const seed = Number(values.seed)
process.stdout.write(`seed=${seed} minutes=${values.minutes}\n`)

await using _appServer = await startAppServer()
await using _database = { [Symbol.asyncDispose]: async () => database.destroy() }
await using proxy = await startFaultProxy({ target: ORIGIN })
await using browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu'],
})
const viewport = { width: 1280, height: 800 }
const context = await browser.newContext({
  baseURL: proxy.origin,
  viewport,
  reducedMotion: 'reduce',
})
const member = await signInNewMember(context, 'ada')
const peer = await signInNewMember(await browser.newContext(), 'bob')
const posts = [await insertPost(peer), await insertPost(peer), await insertPost(peer)] as const
const page = await context.newPage()

const record = new TrainRecord()
const stuck: string[] = []
const trainMember = new TrainMember({
  page,
  peer,
  posts,
  record,
  random: createRandom(seed),
  onStuck: async (step) => {
    stuck.push(step)
    const text = await page.evaluate(() => document.body.innerText)
    process.stdout.write(`stuck at ${step} on ${page.url()}:
${text}

`)
    await page.goto('about:blank')
  },
})

const randomFault = createRandom(seed + 1)
let faults = 0
proxy.setRule(({ headers }) => {
  // The browser itself says that a document did not come, and offers to reload.
  if (headers['sec-fetch-mode'] === 'navigate' || randomFault() >= FAULT_SHARE) return null
  faults += 1
  return pickOne(randomFault, ['reset', 'stalled'])
})
const end = Date.now() + Number(values.minutes) * 60_000
let steps = 0
for (; Date.now() < end; steps += 1) await withTimeLimit(trainMember.takeStep())

proxy.setRule(null)
const confirmed = record.countConfirmed()
await withTimeLimit(trainMember.sendWhatWaits())
const { lost, doubled } = await record.compare(member, peer, posts)
for (const each of lost) process.stdout.write(`lost: ${each}\n`)
for (const each of doubled) process.stdout.write(`doubled: ${each}\n`)
process.stdout.write(
  `steps=${steps} faults=${faults} confirmed=${confirmed} lost=${lost.length} doubled=${doubled.length} stuck=${stuck.length}\n`,
)
process.exitCode =
  steps > 0 && confirmed > 0 && lost.length + doubled.length + stuck.length === 0 ? 0 : 1

/** Ends the command as undecided if the browser itself hangs: what is asked of a page then never returns. */
async function withTimeLimit(action: Promise<void>): Promise<void> {
  const timer = setTimeout(() => {
    process.stdout.write(
      `undecided: the browser has not answered for ${HANG_MS / 60_000} minutes\n`,
    )
    process.exit(UNDECIDED)
  }, HANG_MS)
  try {
    await action
  } finally {
    clearTimeout(timer)
  }
}
