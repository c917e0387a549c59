import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { quantizeScreenshot } from '@dolph/api/testing/pictures/quantize-screenshot'
import { CHROMIUM_PATH } from '../../e2e/support/chromium.ts'
import { database } from '../../e2e/support/members.ts'
import { getMessageField } from '../../e2e/support/messaging.ts'
import { ORIGIN } from '../../e2e/support/ports.ts'
import {
  readMemberId,
  findMostLikedShortPost,
  findPostWithTeam,
  findRoomOf,
  findWelcomePath,
  signInAsSampleMember,
  fillPostForm,
} from '../../e2e/support/sample-data.ts'
import {
  SCREENSHOT_CHROMIUM_ARGS,
  SCREENSHOT_TIME,
  waitForStablePage,
  SCREENSHOT_CONTEXT,
  freezeClock,
} from '../../e2e/support/screenshot-setup.ts'
import { startAppServer } from '../../e2e/support/start-app-server.ts'
import { chromium, expect, type Page } from '@playwright/test'

/** Takes the screenshots for the README from the built product: `pnpm pictures`. */
const FOLDER = join(import.meta.dirname, '../../docs/pictures')
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

await mkdir(FOLDER, { recursive: true })
await using _appServer = await startAppServer(SCREENSHOT_TIME)
await using _database = { [Symbol.asyncDispose]: async () => database.destroy() }
await using browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  args: ['--no-sandbox', '--disable-gpu', ...SCREENSHOT_CHROMIUM_ARGS],
})
await using context = await browser.newContext({ ...SCREENSHOT_CONTEXT, baseURL: ORIGIN })
const page = await context.newPage()
await freezeClock(page)

await takeScreenshots('landing', '/', DESKTOP)
await takeScreenshots('browse', '/browse', DESKTOP, waitForFirstCard)
await takeScreenshots('phone-browse', '/browse', PHONE, waitForFirstCard)
const project = await findPostWithTeam()
await takeScreenshots('project', `/p/${project}`, DESKTOP)
await takeScreenshots('phone-project', `/p/${project}`, PHONE)

await signInAsSampleMember(context, 'ada')
await takeScreenshots('roles', '/roles?skill=TypeScript', DESKTOP, waitForFirstCard)
await takeScreenshots('phone-roles', '/roles?skill=TypeScript', PHONE, waitForFirstCard)
await takeScreenshots('people', '/people', DESKTOP, waitForFirstCard)
await takeScreenshots('join-requests', '/join-requests', DESKTOP, waitForFirstRequest)
await takeScreenshots('welcome', await findWelcomePath('ada'), DESKTOP, waitForTeam)
await takeScreenshots('room', await findRoomOf('bob', 'ada'), DESKTOP)
const bob = await readMemberId('bob')
await takeScreenshots('post', `/posts/${await findMostLikedShortPost()}`, DESKTOP)
await takeScreenshots('profile', '/profile/bob', DESKTOP)
await takeScreenshots('create', '/posts/create', DESKTOP, fillPostForm)
await takeScreenshots('messages', `/messages/${bob}`, DESKTOP, waitUntilAllRead)
await takeScreenshots('phone-messages', `/messages/${bob}`, PHONE, waitForMessageField)

/** Takes a screenshot of one page in both themes. */
async function takeScreenshots(
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
    await waitForStablePage(page)
    const screenshot = await page.screenshot({ animations: 'disabled' })
    await writeFile(
      join(FOLDER, `${name}-${colorScheme}.png`),
      await quantizeScreenshot(screenshot),
    )
  }
}

async function waitForFirstCard(): Promise<void> {
  await page.getByRole('article').first().waitFor()
}

async function waitForFirstRequest(): Promise<void> {
  await page.getByRole('list', { name: 'Received' }).getByRole('listitem').first().waitFor()
}

async function waitForTeam(): Promise<void> {
  await page.getByText('Author', { exact: true }).waitFor()
}

async function waitUntilAllRead(): Promise<void> {
  await waitForMessageField()
  await expect(page.getByRole('link', { name: /^bob/ }).getByText('unread')).toHaveCount(0)
}

async function waitForMessageField(): Promise<void> {
  await getMessageField(page, { userName: 'bob' }).waitFor()
}
