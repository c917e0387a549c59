import type { Locator, Page } from '@playwright/test'
import { getMessageField } from './messaging.ts'
import { database, signInNewMember } from './members.ts'
import { generateWord, buildRefusalReply } from './posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  testIgnoringConsole,
  test,
} from './base-test.ts'

const SEARCH_ENDPOINT = '**/api/users/search*'

testIgnoringConsole(
  'members are found by a case-insensitive prefix of their username, and a failed search shows an error',
  async ({ page, context }) => {
    const word = generateWord()
    const ada = await signInNewMember(context, word)
    await insertMembers(...Array.from({ length: 25 }, (_, index) => `${word}_${index + 10}`))
    const searches = recordSearches(page)
    await page.clock.install()
    await page.goto('/messages')
    const field = getSearchField(page)
    const options = page.getByRole('option')

    await field.pressSequentially('t')
    await page.clock.fastForward(1_000)
    await expect(page.getByText('Type at least 2 characters')).toBeVisible()
    await expectAccessibleOnBothScreens(page)
    expect(searches).toEqual([])

    await field.fill('')
    await page.clock.pauseAt(Date.now() + 60_000)
    await field.pressSequentially(word.toUpperCase())
    await page.clock.runFor(290)
    expect(searches).toEqual([])
    await page.clock.runFor(10)
    await page.clock.resume()
    await expect(options).toHaveCount(20)
    expect(searches, 'one search after the typing pause').toEqual([word])
    await expect(options.first()).toHaveText(new RegExp(`${word}_10$`))
    await expect(options.first().locator('mark')).toHaveText(word)
    await expectAccessibleOnBothScreens(page)
    await expectNoHorizontalScroll(page)

    // The own username is not among the results.
    await field.fill(ada.userName)
    await page.clock.fastForward(300)
    await expect(page.getByText('No users found')).toBeVisible()
    await expectAccessibleOnBothScreens(page)

    await page.route(SEARCH_ENDPOINT, (route) =>
      route.fulfill(buildRefusalReply(429, 'too-many-requests', 'Please slow down.')),
    )
    await field.fill(word.slice(0, -1))
    await page.clock.fastForward(300)
    await expect(page.getByText('Failed to search users')).toBeVisible()
    await expect(page.getByText('No users found')).toHaveCount(0)
    await expectAccessibleOnBothScreens(page)
    await page.unroute(SEARCH_ENDPOINT)
    await field.fill(`${word}_10`)
    await page.clock.fastForward(300)
    await expect(options).toHaveText([new RegExp(`${word}_10$`)])
  },
)

test('a member is chosen by keyboard or by tap', async ({ page, context }) => {
  const word = generateWord()
  await signInNewMember(context, 'ada')
  const [, second = '', third = ''] = await insertMembers(`${word}-a`, `${word}-b`, `${word}-c`)
  await page.goto('/messages')
  const field = getSearchField(page)
  const options = page.getByRole('option')
  await field.focus()
  await page.keyboard.type(word)
  await expect(options).toHaveCount(3)
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue(word)
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveCount(3)
  await expectHighlighted(field, options.nth(0))
  await page.keyboard.press('ArrowDown')
  await expectHighlighted(field, options.nth(1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/messages/${second}`)
  await expect(page.getByText(`Say hello to ${word}-b`)).toBeVisible()
  await expect(page.getByRole('heading', { name: `${word}-b` })).toBeVisible()

  await page.goBack()
  await field.fill(word)
  await options.nth(2).click()
  await expect(page).toHaveURL(`/messages/${third}`)
  await expect(getMessageField(page, { userName: `${word}-c` })).toBeVisible()
  await expect(page.getByText(`Say hello to ${word}-c`)).toBeVisible()
})

test('wildcard and escape characters are searched literally', async ({ page, context }) => {
  const word = generateWord()
  await signInNewMember(context, 'ada')
  await insertMembers(`${word}_x`, `${word}yx`)
  const softDelete = database.updateTable('members').set({ deleted_at: new Date().toISOString() })
  await softDelete.where('id', 'in', await insertMembers(`${word}-gone`)).execute()

  await page.goto('/messages')
  const options = page.getByRole('option')
  for (const typed of [
    `${word}%`,
    `${word}\\`,
    `%${word.slice(1)}`,
    '%%',
    `_${word.slice(1)}`,
    `${word}-`,
  ]) {
    await getSearchField(page).fill(typed)
    await expect(page.getByText('No users found'), typed).toBeVisible()
    await expect(options).toHaveCount(0)
  }
  await getSearchField(page).fill(`${word}_`)
  await expect(options).toHaveText([new RegExp(`${word}_x$`)])
  await getSearchField(page).fill(`  ${word}  `)
  await expect(options).toHaveCount(2)
})

function getSearchField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Find people' })
}

/** Inserts members with these usernames and without any content. */
async function insertMembers(...names: string[]): Promise<string[]> {
  const members = names.map((username) => ({ username }))
  const rows = await database.insertInto('members').values(members).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Records the search terms that the page sends, in order. */
function recordSearches(page: Page): string[] {
  const searches: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/users/search') searches.push(searchParams.get('username') ?? '')
  })
  return searches
}

/** The option is the active one, visually and for screen readers. */
async function expectHighlighted(field: Locator, option: Locator): Promise<void> {
  await expect(option).toHaveAttribute('data-highlighted', '')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await option.getAttribute('id')) ?? '',
  )
}
