import type { Browser, Page } from '@playwright/test'
import { completeSignUpForm, generateUser, PASSWORD } from '../support/accounts.ts'
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
const ROLE = {
  about: '',
  skills: ['React'],
  mustSkills: [],
  hours: { from: 4, to: 8 },
  term: 'months',
  zone: null,
  zoneSpread: null,
  reward: 'unpaid',
  rewardNote: '',
  seats: 1,
}
const UNKNOWN_PATH = '/p/01932dad-55f0-7c01-9923-d974d6c5fc09/tide'

test('a visitor opens a shared link, signs up, verifies, logs in, and asks to join through the role', async ({
  page,
  browser,
}) => {
  const { id, title, slug } = await sharePost(browser, ['Map maker', 'Chart reader'])
  await page.clock.install()
  const fields = await recordFilledFields(page)
  const pages: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url())
    if (frame === page.mainFrame() && pages.at(-1) !== pathname) pages.push(pathname)
  })
  await page.goto(`/p/${id}`)
  await expect(page).toHaveURL(`/p/${id}/${slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('heading', { level: 2, name: 'So far' })).toBeVisible()
  await expect(page.getByText('No comments yet. Log in to write the first.')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await waitForHydration(page)

  await page.getByRole('list', { name: 'Open roles' }).getByText('Chart reader').click()
  await expect(page.getByRole('listitem', { name: 'Chart reader' })).toBeInViewport()
  await page.getByRole('link', { name: 'Ask to join', exact: true }).click()
  await expect(page.getByText(`Log in to ask to join “${title}”`)).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByText(`Sign up to ask to join “${title}”`)).toBeVisible()
  const ada = generateUser('ada')
  await completeSignUpForm(page, ada)
  await page.getByLabel('Verification code').fill(extractCode(await waitForMail(ada.email)))
  await expectAnnouncement(page, 'Email verified successfully! You can now log in.')
  await page.clock.fastForward(2_000)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(`Log in to ask to join “${title}”`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()

  const dialog = page.getByRole('dialog', { name: 'Ask to join' })
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toContainText('Chart reader')
  await dialog.getByLabel('What would you bring?').fill('I read charts for twenty years now.')
  await dialog.getByRole('button', { name: 'Ask to join' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`/posts/${id}`)
  const role = page.getByRole('listitem', { name: 'Chart reader' })
  const state = role.getByText(/Asked to join · answer by \w+/)
  await expect(state).toBeVisible()
  const [titleBox, stateBox] = [
    await role.getByRole('heading', { name: 'Chart reader' }).boundingBox(),
    await state.boundingBox(),
  ]
  expect(Math.abs((titleBox?.y ?? 0) - (stateBox?.y ?? 0)), 'beside its title').toBeLessThan(12)
  const about = page.getByRole('complementary', { name: 'About this project' })
  await expect(about.getByText(/Asked to join · answer by \w+/)).toBeVisible()

  // docs/journeys.md names both numbers.
  expect(pages).toEqual([`/p/${id}/${slug}`, '/login', '/signup', '/login', `/posts/${id}`])
  expect([...fields]).toHaveLength(9)
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
  const { path, id } = await sharePost(browser, ['Map maker'])
  await page.goto(path)
  await waitForHydration(page)
  await tabWithVisibleFocusTo(page, page.getByRole('link', { name: 'Ask to join', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/login\\?next=%2Fposts%2F${id}%3Fask%3D`))
})

test('members like, save, comment and ask on the same page, which stays as it is while it becomes theirs', async ({
  page,
  context,
  browser,
}) => {
  const { path, title } = await sharePost(browser, ['Map maker'])
  await signInNewMember(context, 'bob')
  await observeLayoutShift(page)
  await page.goto(path)
  const like = page.getByRole('button', { name: `Like ${title}, 0 likes` })
  await expect(like).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Comments (0)' })).toBeVisible()
  expect(await readLayoutShift(page)).toBeLessThan(0.02)
  await expectAccessibleOnBothScreens(page)
  await like.click()
  await expect(page.getByRole('button', { name: `Like ${title}, 1 like` })).toBeVisible()
  await page.getByRole('button', { name: `Save: ${title}` }).click()
  await expect(page.getByRole('button', { name: `Saved: ${title}` })).toBeVisible()
  await page.getByRole('link', { name: 'Ask to join', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Ask to join' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(path)
})

test(
  'on a phone the way to join stays at the bottom, for visitors and members, and covers nothing',
  { tag: '@phone-only' },
  async ({ page, context, browser }) => {
    const { path } = await sharePost(browser, ['Map maker'])
    const ask = page.getByRole('link', { name: 'Ask to join', exact: true })
    for (const isMember of [false, true]) {
      if (isMember) await signInNewMember(context, 'bob')
      await page.goto(path)
      await waitForHydration(page)
      await expect(ask).toHaveCount(1)
      await expect(ask).toBeInViewport()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const bar = await page.locator('[data-join-bar]').boundingBox()
      const footer = await page.getByRole('contentinfo').boundingBox()
      expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual((footer?.y ?? 0) + 1)
      await expectNoHorizontalScroll(page)
    }
  },
)

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

test('the cover moves from its card to the page, and stays while the rest arrives; with reduced motion it does not move', async ({
  page,
  request,
  browser,
}) => {
  const { path, title } = await sharePost(browser, ['Map maker'])
  const readPosts = async () => (await request.get(`/api/posts/browse?q=${title}`)).text()
  await expect.poll(readPosts).toContain(title)
  await observeLayoutShift(page)
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document)
    Object.assign(window, { transitions: 0 })
    document.startViewTransition = (update) => {
      Object.assign(window, { transitions: Number(Reflect.get(window, 'transitions')) + 1 })
      return start(update)
    }
  })
  let release = () => {}
  await page.route('**/api/posts/public/*', async (route) => {
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue()
  })
  for (const [reducedMotion, transitions] of [
    ['no-preference', 1],
    ['reduce', 0],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto(`/browse?q=${title}`)
    const link = page.getByRole('link', { name: title, exact: true })
    await expect(link).toBeVisible()
    // What the list shifted while it loaded is not measured here.
    await page.evaluate(() => Object.assign(window, { layoutShift: 0 }))
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.getByRole('main').locator('[data-cover]').evaluate(markElement)
    const ask = page.getByRole('link', { name: 'Ask to join', exact: true })
    await expect(ask).toHaveCount(0)
    release()
    await expect(ask).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'So far' })).toBeVisible()
    await expect(page.locator('[data-cover][data-marked]')).toHaveCount(1)
    expect(await readLayoutShift(page)).toBeLessThan(0.02)
    expect(await page.evaluate(() => Number(Reflect.get(window, 'transitions')))).toBe(transitions)
  }
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

/** A post of a new member, as a link to it is shared, with open roles of these titles. */
async function sharePost(browser: Browser, roles: string[] = []) {
  await using context = await browser.newContext()
  const author = await signInNewMember(context, 'ada')
  const slug = generateWord()
  const id = await createPostByApi(author, { title: slug, body: BODY })
  for (const title of roles)
    expect((await author.call('POST', `/api/posts/${id}/roles`, { ...ROLE, title })).status()).toBe(
      201,
    )
  return { id, slug, title: slug, path: `/p/${id}/${slug}` }
}

/** The path and label of each field into which something is typed, from now on. */
async function recordFilledFields(page: Page): Promise<Set<string>> {
  const fields = new Set<string>()
  await page.exposeFunction('recordField', (field: string) => void fields.add(field))
  await page.addInitScript(() =>
    addEventListener(
      'input',
      ({ target }) => {
        const label = target instanceof Element ? (target as HTMLInputElement).labels?.[0] : null
        const recordField = Reflect.get(window, 'recordField') as (field: string) => void
        recordField(`${location.pathname} ${label?.textContent}`)
      },
      true,
    ),
  )
  return fields
}

function markElement(element: HTMLElement): void {
  element.dataset['marked'] = ''
}

/** The text of the page, without the buttons that need script. */
async function readMainText(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement
    for (const button of copy.querySelectorAll('button')) button.remove()
    return copy.textContent.replaceAll(/\s+/g, ' ')
  })
}
