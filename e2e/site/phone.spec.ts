import { signInNewMember } from '../support/members.ts'
import {
  getPostCard,
  LONGEST_POST,
  generateWord,
  readOwnPostsByApi,
  createPostByApi,
} from '../support/posts.ts'
import { setSamplePassword, submitLoginForm } from '../support/sessions.ts'
import { expect, expectNoHorizontalScroll, test } from '../support/base-test.ts'

// The main journeys of the other specs, by touch on a narrow screen.
test.describe.configure({ timeout: 60_000 })

test(
  'a visitor on a phone opens the menu, chooses a theme, scrolls, filters, searches and logs in',
  { tag: '@phone-only' },
  async ({ page, browser }) => {
    await using otherContext = await browser.newContext()
    const ada = await signInNewMember(otherContext, 'ada')
    await setSamplePassword(ada)
    const word = generateWord()
    const id = await createPostByApi(ada, { title: `Clock ${word}`, type: 'looking-to-join' })

    await test.step('landing page', async () => {
      await page.goto('/')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
      // A click before hydration does nothing.
      const dark = page.getByRole('menuitemradio', { name: 'Dark' })
      await expect(async () => {
        await page.getByRole('button', { name: /theme/i }).first().click()
        await expect(dark).toBeVisible({ timeout: 1000 })
      }).toPass()
      await dark.click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await expectNoHorizontalScroll(page)
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      const menu = page.getByRole('navigation', { name: 'Menu' })
      await menu.getByRole('link', { name: 'Browse', exact: false }).first().click()
      await expect(page).toHaveURL('/browse')
    })

    await test.step('public list', async () => {
      const cards = page.getByRole('article')
      await expect(cards).toHaveCount(20)
      await expectNoHorizontalScroll(page)
      await cards.nth(19).scrollIntoViewIfNeeded()
      await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(40)
      const target = cards.nth(30)
      await target.scrollIntoViewIfNeeded()
      const headingId = await target.getByRole('heading').getAttribute('id')
      const before = await page.evaluate(() => window.scrollY)
      await target.getByRole('link', { name: 'Sign in to Learn More' }).click()
      await expect(page).toHaveURL(/\/login/)
      await page.goBack()
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 100)
      await expect(page.locator(`[id="${headingId}"]`)).toBeInViewport()

      await page.getByRole('button', { name: 'List', exact: true }).click()
      await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await page.getByRole('button', { name: 'Looking to Join' }).click()
      await expect(page).toHaveURL('/browse?type=looking-to-join')
      await page.getByPlaceholder('Search projects...').fill(word)
      await expect(cards).toHaveCount(1)
      await expectNoHorizontalScroll(page)
    })

    await test.step('log in', async () => {
      await getPostCard(page, `Clock ${word}`)
        .getByRole('link', { name: 'Sign in to Learn More' })
        .click()
      await expectNoHorizontalScroll(page)
      await submitLoginForm(page, ada)
      await expect(page).toHaveURL(`/posts/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Clock ${word}`)
      await expectNoHorizontalScroll(page)
    })
  },
)

test(
  'a member on a phone sorts, reads, likes, edits and deletes posts, finds people and logs out',
  { tag: '@phone-only' },
  async ({ page, context, browser }) => {
    await using otherContext = await browser.newContext()
    const bob = await signInNewMember(otherContext, generateWord())
    const ada = await signInNewMember(context, 'ada')
    const word = generateWord()
    await createPostByApi(ada, { title: `Clock ${word}`, body: LONGEST_POST.body })

    await test.step('dashboard', async () => {
      await page.goto('/posts')
      await expect(page.getByRole('article').first()).toBeVisible()
      await expectNoHorizontalScroll(page)
      const sort = page.getByRole('button', { name: /^Sort by/ })
      await sort.click()
      await page.getByRole('menuitemradio', { name: 'Most Liked' }).click()
      await page.getByRole('menuitemradio', { name: 'This Year' }).click()
      await expect(sort).toHaveText('Sort by Most Liked (This Year)')
      await expect(page).toHaveURL('/posts?sort=likes&range=year')
      // A new post appears among the most liked only after the next refresh of the ranks.
      await sort.click()
      await page.getByRole('menuitemradio', { name: 'Most Recent' }).click()
      await expect(page).toHaveURL('/posts')
      await page.getByRole('button', { name: 'Showcase' }).click()
      await page.getByPlaceholder('Search posts...').fill(word)
      await expect(page).toHaveURL(`/posts?type=showcase&q=${word}`)
      await expect(page.getByRole('article')).toHaveCount(1)
    })

    await test.step('post', async () => {
      await getPostCard(page, `Clock ${word}`).getByRole('link', { name: 'Read More' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Clock ${word}`)
      await expectNoHorizontalScroll(page)
      const like = page.getByRole('button', { name: /^Like/ })
      await like.click()
      await expect(like).toHaveText('1 like')
      const writeButton = page.getByRole('button', { name: 'Write a comment' })
      await writeButton.click()
      const field = page.getByLabel('Add a comment')
      await expect(field).toBeFocused()
      await expect(field).toBeInViewport()
      await expect(writeButton).toBeHidden()
      await page.getByRole('link', { name: 'Back to posts' }).click()
      await expect(page).toHaveURL(/^[^?]*\/posts\?/)
    })

    await test.step('own posts', async () => {
      await page.goto('/my-posts')
      await getPostCard(page, `Clock ${word}`).getByRole('button', { name: 'Edit' }).click()
      const editor = page.getByRole('form', { name: `Edit Clock ${word}` })
      await editor.getByLabel('Post Type').click()
      await page.getByRole('option', { name: 'Hackathon' }).click()
      await editor.getByLabel('Title').fill(`Watch ${word}`)
      await expectNoHorizontalScroll(page)
      await editor.getByRole('button', { name: 'Save' }).click()
      const card = getPostCard(page, `Watch ${word}`)
      await expect(card).toContainText('Hackathon')
      expect(await readOwnPostsByApi(ada)).toMatchObject([
        { title: `Watch ${word}`, type: 'hackathon' },
      ])
      await card.getByRole('link', { name: 'Read More' }).click()
      await page.getByRole('link', { name: 'Edit' }).click()
      await expect(page.getByLabel('Title')).toHaveValue(`Watch ${word}`)
      await expectNoHorizontalScroll(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await card.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete post' }).click()
      await expect(page.getByText("You haven't created any projects yet")).toBeVisible()
    })

    await test.step('people', async () => {
      await page.goto('/messages')
      await page.getByRole('combobox', { name: 'Find people' }).fill(bob.userName)
      await page.getByRole('option').first().click()
      await expect(page).toHaveURL(`/messages/${bob.id}`)
      await expect(page.getByText(`Say hello to ${bob.userName}`)).toBeVisible()
    })

    await test.step('settings', async () => {
      await page.goto('/settings')
      await page
        .getByRole('button', { name: /delete account/i })
        .first()
        .click()
      const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      await expect(dialog.getByLabel('Password', { exact: true })).toBeVisible()
      await expectNoHorizontalScroll(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await page.getByRole('button', { name: 'Me', exact: true }).click()
      await page
        .getByRole('dialog', { name: 'Me' })
        .getByRole('button', { name: 'Log out' })
        .click()
      await expect(page).toHaveURL(/\/login/)
    })
  },
)
