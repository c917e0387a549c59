import type { Browser, Page } from '@playwright/test'
import { generateUser, PASSWORD, submitSignUpForm } from '../support/accounts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  test,
  testIgnoringConsole,
  waitForHydration,
  expectAnnouncement,
} from '../support/base-test.ts'
import { HTML_PAYLOADS } from '@dolph/api/testing/injection/injection-payloads'
import { tabWithVisibleFocusTo } from '../support/keyboard.ts'
import { observeLayoutShift, readLayoutShift } from '../support/layout-shift.ts'
import { extractCode, waitForMail } from '../support/mailbox.ts'
import { signInNewMember } from '../support/members.ts'
import { trackRequests } from '../support/pending-requests.ts'
import { ORIGIN } from '../support/ports.ts'
import { createPostByApi, generateWord } from '../support/posts.ts'

const BODY =
  '## So far\n\nIt tells the **tide**, see [the notes](https://tide.example/notes).\n\n```js\nconst tide = 1\n```'
const UNKNOWN_PATH = '/p/01932dad-55f0-7c01-9923-d974d6c5fc09/tide'

test('a visitor opens a shared link, reads, signs up, verifies, logs in, and is on that project', async ({
  page,
  browser,
}) => {
  const { id, title, slug } = await sharePost(browser)
  await page.clock.install()
  await page.goto(`/p/${id}`)
  await expect(page).toHaveURL(`/p/${id}/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('heading', { level: 2, name: 'So far' })).toBeVisible()
  await expect(page.getByText('0 comments. Log in to read and answer.')).toBeVisible()
  await expectNoHorizontalScroll(page)

  await page.getByRole('link', { name: 'Log in to join' }).first().click()
  await expect(page).toHaveURL(`/login?next=/posts/${id}`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/^[^?]*\/signup\?next=/)
  const ada = generateUser('ada')
  await submitSignUpForm(page, ada, page.url())
  await page.getByLabel('Verification code').fill(extractCode(await waitForMail(ada.email)))
  await expectAnnouncement(page, 'Email verified successfully! You can now log in.')
  await page.clock.fastForward(2_000)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()

  await expect(page).toHaveURL(`/posts/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('the page comes with the document: no request, no layout shift, and axe finds nothing', async ({
  page,
  browser,
}) => {
  const { path, title } = await sharePost(browser)
  await observeLayoutShift(page)
  const waitForRequests = trackRequests(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(path)
  await waitForHydration(page)
  await waitForRequests()
  expect(requests.filter((url) => url.startsWith('/api/posts'))).toEqual([])
  expect(await readLayoutShift(page)).toBeLessThan(0.02)
  await expect(page).toHaveTitle(`${title} · Dolph`)
  await expectAccessibleOnBothScreens(page)
})

test('a visitor comes to the project by keyboard alone', async ({ page, browser }) => {
  const { path, id } = await sharePost(browser)
  await page.goto(path)
  await waitForHydration(page)
  await tabWithVisibleFocusTo(page, page.getByRole('link', { name: 'Log in to join' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/login?next=/posts/${id}`)
})

test('members see the same page, with a link to the project in Dolph', async ({
  page,
  context,
  browser,
}) => {
  const { path, id } = await sharePost(browser)
  await signInNewMember(context, 'bob')
  await page.goto(path)
  await page.getByRole('link', { name: 'Open in Dolph' }).first().click()
  await expect(page).toHaveURL(`/posts/${id}`)
})

test('without script the page says the same', async ({ page, browser }) => {
  const { path } = await sharePost(browser)
  await page.goto(path)
  await waitForHydration(page)
  const withScript = await readMainText(page)
  await using context = await browser.newContext({ javaScriptEnabled: false, baseURL: ORIGIN })
  const plainPage = await context.newPage()
  await plainPage.goto(path)
  await expect(plainPage.getByRole('main').getByRole('button')).toHaveCount(0)
  expect(await readMainText(plainPage)).toBe(withScript)
  expect(withScript).toContain('It tells the tide')
})

test('the card of /browse leads to the page, and the head follows', async ({
  page,
  request,
  browser,
}) => {
  const { path, title } = await sharePost(browser)
  const readPosts = async () => (await request.get(`/api/posts/browse?q=${title}`)).text()
  await expect.poll(readPosts).toContain(title)
  await page.goto(`/browse?q=${title}`)
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page).toHaveURL(path)
  await expect(page).toHaveTitle(`${title} · Dolph`)
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', ORIGIN + path)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /It tells the/)
  await page.getByRole('link', { name: 'Explore projects' }).click()
  await expect(page).toHaveURL('/browse')
})

test('crawlers read the title, the description, the address, the card and valid data', async ({
  page,
  request,
  browser,
}) => {
  const { path, title, id } = await sharePost(browser)
  const html = await (await request.get(path)).text()
  const head = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html').head
    const getContent = (selector: string) =>
      parsed.querySelector(selector)?.getAttribute('content') ?? null
    return {
      title: parsed.querySelector('title')?.textContent,
      description: getContent('meta[name="description"]'),
      ogTitle: getContent('meta[property="og:title"]'),
      image: getContent('meta[property="og:image"]'),
      robots: getContent('meta[name="robots"]'),
      canonical: parsed.querySelector('link[rel="canonical"]')?.getAttribute('href'),
      data: JSON.parse(
        parsed.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null',
      ) as unknown,
    }
  }, html)
  expect(head).toMatchObject({
    title: `${title} · Dolph`,
    ogTitle: title,
    // The author’s account is new.
    robots: 'noindex',
    canonical: ORIGIN + path,
    data: { '@type': 'CreativeWork', name: title, url: ORIGIN + path },
  })
  expect(head.description).toContain('It tells the tide')
  const card = await request.get(head.image ?? '')
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/png'])
  expect(head.image).toContain(`/cards/${id}/`)
})

test('hostile titles and texts stay texts', async ({ page, browser }) => {
  await using context = await browser.newContext()
  const author = await signInNewMember(context, 'ada')
  for (const payload of HTML_PAYLOADS.filter((text) => text.length <= 100).slice(0, 12)) {
    const id = await createPostByApi(author, { title: payload, body: payload })
    await page.goto(`/p/${id}`)
    await waitForHydration(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(payload.trim())
  }
})

test('a page that was too much for the server is its text, which the browser replaces by the page', async ({
  page,
  browser,
}) => {
  const { path, title } = await sharePost(browser)
  await page.route(ORIGIN + path, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const body = html.replace(
      /<div id="root">.*<script type="application\/json" id="page-data">.*?<\/script>/s,
      '<div id="root"><main><h1>Plain</h1></main></div>',
    )
    expect(body).not.toContain('page-data')
    await route.fulfill({ response, body })
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 2, name: 'So far' })).toBeVisible()
})

testIgnoringConsole('an unknown project is a 404 page', async ({ page }) => {
  const reply = await page.goto(UNKNOWN_PATH)
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

/** A post of a new member, as a link to it is shared. */
async function sharePost(browser: Browser) {
  await using context = await browser.newContext()
  const author = await signInNewMember(context, 'ada')
  const slug = generateWord()
  const id = await createPostByApi(author, { title: slug, body: BODY })
  return { id, slug, title: slug, path: `/p/${id}/${slug}` }
}

/** The text of the page, without the buttons that need script. */
async function readMainText(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement
    for (const button of copy.querySelectorAll('button')) button.remove()
    return copy.textContent.replaceAll(/\s+/g, ' ')
  })
}
