import type { Page } from '@playwright/test'
import { enter, openSession } from './members.ts'
import { postsOf, share } from './posts.ts'
import { expire, givePassword, logInHere, withoutMessages } from './returning.ts'
import { expect, noisyTest, test } from './visit.ts'

const KEPT = 'Draft kept on this device'

test('what is typed survives a reload and a crash', async ({ page, context }) => {
  await enter(context, 'ada')
  await page.goto('/posts/create')
  await type(page, 'Half a thought')
  await page.getByLabel('Type').click()
  await page.getByRole('option', { name: 'Other' }).click()
  await page.getByLabel('Demo URL').fill('not yet')
  await page.reload()
  await expectTyped(page, 'Half a thought')
  await expect(page.getByText(KEPT)).toBeVisible()

  await page.getByLabel('Title').fill('Three quarters')
  await expect(page.getByText('just now')).toBeVisible()
  await expect.poll(() => stored(page)).toContain('Three quarters')
  // The renderer is killed: no event tells the page that it is over.
  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => undefined)
  await crashed

  const again = await context.newPage()
  await again.goto('/posts/create')
  await expectTyped(again, 'Three quarters')
  await expect(again.getByLabel('Type')).toHaveText('Other')
  await expect(again.getByLabel('Demo URL')).toHaveValue('not yet')
})

test('a draft is given up only when that is confirmed', async ({ page, context }) => {
  await enter(context, 'ada')
  await page.goto('/posts/create')
  await type(page, 'Unwanted')
  const discard = page.getByRole('button', { name: 'Discard draft' })
  await discard.click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Keep draft' }).click()
  await expect(dialog).toBeHidden()
  await expectTyped(page, 'Unwanted')
  await discard.click()
  await dialog.getByRole('button', { name: 'Discard draft' }).click()
  await expectNothing(page)
  await page.reload()
  await expectNothing(page)
  await expect(page.getByText(KEPT)).toBeHidden()
})

noisyTest(
  'what is typed survives an expired session, and is there after logging in',
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    await givePassword(ada)
    await withoutMessages(page)
    await page.goto('/posts/create')
    await type(page, 'Patience')
    await expire(ada)
    await page.getByRole('button', { name: 'Create Project' }).click()
    await expect(page).toHaveURL('/login?next=%2Fposts%2Fcreate')

    await logInHere(page, ada)
    await expect(page).toHaveURL('/posts/create')
    await expectTyped(page, 'Patience')
    await page.getByRole('button', { name: 'Create Project' }).click()
    await expect(page).toHaveURL('/posts')
    const mine = page.getByRole('article', { name: 'Patience' }).first()
    await expect(mine).toContainText(ada.userName)
    await page.goto('/posts/create')
    await expectNothing(page)
  },
)

noisyTest(
  'an edit survives an expired session, in its place in the list',
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    await givePassword(ada)
    const id = await share(ada, { title: 'Before' })
    await page.goto('/my-posts')
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Title').fill('After')
    await expect(page.getByText(KEPT)).toBeVisible()
    await context.clearCookies({ name: 'sid' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/my-posts?edit=${id}`)}`)

    await logInHere(page, ada)
    await expect(page.getByLabel('Title')).toHaveValue('After')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('article', { name: 'After' })).toBeVisible()
  },
)

noisyTest(
  'a draft is for its writer alone, and Log Out takes it away',
  async ({ page, context }) => {
    const bob = await enter(context, 'bob')
    const ada = await enter(context, 'ada')
    await givePassword(ada)
    await page.goto('/posts/create')
    await type(page, 'Between me and my device')

    await openSession(context, bob.id)
    await page.reload()
    await expectNothing(page)
    await openSession(context, ada.id)
    await page.reload()
    await expectTyped(page, 'Between me and my device')

    await page.getByLabel('Title').fill('The last words')
    await page.getByRole('button', { name: `Account of ${ada.userName}` }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/login')
    expect(await stored(page)).not.toContain('words')
    await logInHere(page, ada)
    await expect(page).toHaveURL('/posts')
    await page.goto('/posts/create')
    await expectNothing(page)
    expect(await stored(page)).toBe('{}')
    expect(await postsOf(ada)).toEqual([])
  },
)

async function type(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('To be continued')
  await expect(page.getByText(KEPT)).toBeVisible()
}

async function expectTyped(page: Page, title: string): Promise<void> {
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Description')).toHaveValue('To be continued')
}

async function expectNothing(page: Page): Promise<void> {
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Description')).toHaveValue('')
}

async function stored(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(localStorage))
}
