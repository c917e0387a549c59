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
  'people are found by the beginning of their name, whatever its case, and a search that fails says so',
  async ({ page, context }) => {
    const word = generateWord()
    const ada = await signInNewMember(context, word)
    await insertMembers(...Array.from({ length: 25 }, (_, index) => `${word}_${index + 10}`))
    const asked = recordSearches(page)
    await page.clock.install()
    await page.goto('/messages')
    const box = getSearchField(page)
    const options = page.getByRole('option')

    await box.pressSequentially('t')
    await page.clock.fastForward(1_000)
    await expect(page.getByText('Type at least 2 characters')).toBeVisible()
    await expectAccessibleOnBothScreens(page)
    expect(asked).toEqual([])

    await box.fill('')
    await page.clock.pauseAt(Date.now() + 60_000)
    await box.pressSequentially(word.toUpperCase())
    await page.clock.runFor(290)
    expect(asked).toEqual([])
    await page.clock.runFor(10)
    await page.clock.resume()
    await expect(options).toHaveCount(20)
    expect(asked, 'one question, after a pause').toEqual([word])
    await expect(options.first()).toHaveText(new RegExp(`${word}_10$`))
    await expect(options.first().locator('mark')).toHaveText(word)
    await expectAccessibleOnBothScreens(page)
    await expectNoHorizontalScroll(page)

    // Nobody finds themself.
    await box.fill(ada.userName)
    await page.clock.fastForward(300)
    await expect(page.getByText('No users found')).toBeVisible()
    await expectAccessibleOnBothScreens(page)

    await page.route(SEARCH_ENDPOINT, (route) =>
      route.fulfill(buildRefusalReply(429, 'too-many-requests', 'Please slow down.')),
    )
    await box.fill(word.slice(0, -1))
    await page.clock.fastForward(300)
    await expect(page.getByText('Failed to search users')).toBeVisible()
    await expect(page.getByText('No users found')).toHaveCount(0)
    await expectAccessibleOnBothScreens(page)
    await page.unroute(SEARCH_ENDPOINT)
    await box.fill(`${word}_10`)
    await page.clock.fastForward(300)
    await expect(options).toHaveText([new RegExp(`${word}_10$`)])
  },
)

test('somebody is chosen by keys alone, or by a tap', async ({ page, context }) => {
  const word = generateWord()
  await signInNewMember(context, 'ada')
  const [, second = '', third = ''] = await insertMembers(`${word}-a`, `${word}-b`, `${word}-c`)
  await page.goto('/messages')
  const box = getSearchField(page)
  const options = page.getByRole('option')
  await box.focus()
  await page.keyboard.type(word)
  await expect(options).toHaveCount(3)
  await expect(box).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toHaveValue(word)
  await page.keyboard.press('ArrowDown')
  await expect(options).toHaveCount(3)
  await expectHighlighted(box, options.nth(0))
  await page.keyboard.press('ArrowDown')
  await expectHighlighted(box, options.nth(1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/messages/${second}`)
  await expect(page.getByText(`Say hello to ${word}-b`)).toBeVisible()
  await expect(page.getByRole('heading', { name: `${word}-b` })).toBeVisible()

  await page.goBack()
  await box.fill(word)
  await options.nth(2).click()
  await expect(page).toHaveURL(`/messages/${third}`)
  await expect(getMessageField(page, { userName: `${word}-c` })).toBeVisible()
  await expect(page.getByText(`Say hello to ${word}-c`)).toBeVisible()
})

test('signs that mean something elsewhere stand for themselves', async ({ page, context }) => {
  const word = generateWord()
  await signInNewMember(context, 'ada')
  await insertMembers(`${word}_x`, `${word}yx`)
  const unproved = `${word}-u`
  const [id = ''] = await insertMembers(unproved)
  const account = { member_id: id, email: `${unproved}@example.test`, password_hash: 'none' }
  await database.insertInto('accounts').values(account).execute()
  const gone = database.updateTable('members').set({ deleted_at: new Date().toISOString() })
  await gone.where('id', 'in', await insertMembers(`${word}-gone`)).execute()

  await page.goto('/messages')
  const found = page.getByRole('option')
  for (const typed of [`${word}%`, `${word}\\`, `%${word.slice(1)}`, '%%', '__', `${word}-`]) {
    await getSearchField(page).fill(typed)
    await expect(page.getByText('No users found'), typed).toBeVisible()
    await expect(found).toHaveCount(0)
  }
  await getSearchField(page).fill(`${word}_`)
  await expect(found).toHaveText([new RegExp(`${word}_x$`)])
  await getSearchField(page).fill(`  ${word}  `)
  await expect(found).toHaveCount(2)
})

function getSearchField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Find people' })
}

/** Members of these names, who have said nothing and own nothing. */
async function insertMembers(...names: string[]): Promise<string[]> {
  const members = names.map((username) => ({ username }))
  const rows = await database.insertInto('members').values(members).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** What the page asks for, in order. */
function recordSearches(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/users/search') asked.push(searchParams.get('username') ?? '')
  })
  return asked
}

/** The one that Enter would choose, for the eye and for a screen reader. */
async function expectHighlighted(box: Locator, option: Locator): Promise<void> {
  await expect(option).toHaveAttribute('data-highlighted', '')
  await expect(box).toHaveAttribute(
    'aria-activedescendant',
    (await option.getAttribute('id')) ?? '',
  )
}
