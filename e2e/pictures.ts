import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { smallPicture } from '@dolph/api/testing/small-picture'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM } from './chromium.ts'
import { fieldFor } from './correspondence.ts'
import { database } from './members.ts'
import { ORIGIN } from './ports.ts'
import { idOf, mostLikedShortPost, signInAs, writePost } from './sample-people.ts'
import { startWorld } from './start-world.ts'
import { NOW, settle, STILL, stopClock } from './still.ts'

/** Takes the pictures of the README from the built product: `pnpm pictures`. */
const FOLDER = join(import.meta.dirname, '../docs/pictures')
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

await mkdir(FOLDER, { recursive: true })
await using _world = await startWorld(NOW)
await using _database = { [Symbol.asyncDispose]: async () => database.destroy() }
await using browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu'],
})
await using context = await browser.newContext({ ...STILL, baseURL: ORIGIN })
const page = await context.newPage()
await stopClock(page)

await take('landing', '/', DESKTOP)
await take('browse', '/browse', DESKTOP, firstCard)
await take('phone-browse', '/browse', PHONE, firstCard)

await signInAs(context, 'ada')
const bob = await idOf('bob')
await take('post', `/posts/${await mostLikedShortPost()}`, DESKTOP)
await take('profile', '/profile/bob', DESKTOP)
await take('create', '/posts/create', DESKTOP, writePost)
await take('messages', `/messages/${bob}`, DESKTOP, allRead)
await take('phone-messages', `/messages/${bob}`, PHONE, field)

/** One screen in both themes. */
async function take(
  name: string,
  path: string,
  size: typeof DESKTOP,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  await page.setViewportSize(size)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await prepare(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settle(page)
    const picture = await page.screenshot({ animations: 'disabled' })
    await writeFile(join(FOLDER, `${name}-${colorScheme}.png`), await smallPicture(picture))
  }
}

async function firstCard(): Promise<void> {
  await page.getByRole('article').first().waitFor()
}

async function allRead(): Promise<void> {
  await field()
  await page.getByRole('link', { name: 'Messages', exact: true }).waitFor()
}

async function field(): Promise<void> {
  await fieldFor(page, { userName: 'bob' }).waitFor()
}
