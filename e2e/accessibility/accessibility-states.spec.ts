import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  testIgnoringConsole as test,
} from '../support/base-test.ts'
import { holdRequests } from '../support/comments.ts'
import {
  buildMessageFixtures,
  insertConversation,
  insertMember,
} from '../support/conversation-fixtures.ts'
import { insertPost, signInNewMember } from '../support/members.ts'
import { getMessageField } from '../support/messaging.ts'
import { openProfileEditor, addSocialLink, saveProfile } from '../support/own-profile.ts'
import { createPhoto } from '../support/photo-fixtures.ts'
import { confirmPicture, getPictureField, getPictureFileInput } from '../support/picture-field.ts'
import { buildRefusalReply, generateWord } from '../support/posts.ts'

// What the states say and how they recover is asserted by component tests; here they are drawn by a browser.
const REFUSAL = buildRefusalReply(429, 'too-many-requests', 'Please slow down.')
const MISSING_ID = '01890000-0000-7000-8000-000000000000'

// Each step has its own time limit; the number of states grows with the product.
test.beforeEach(() => test.setTimeout(600_000))

test('pages that are empty, missing or could not be loaded are accessible and fit', async ({
  page,
  context,
}) => {
  for (const path of ['/verify-email/some-token', '/choose-username']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectAccessibleOnBothScreens(page)
  }
  await expectRefusedPage(page, '/browse?type=showcase', '**/api/posts/browse*')

  const ada = await signInNewMember(context, 'ada')
  const bob = await insertMember('bob')
  await page.goto('/my-posts')
  await expect(page.getByText("You haven't created any projects yet")).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  await page.goto('/messages')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  await page.goto('/profile')
  await expect(page.getByText('No profile information available')).toBeVisible()
  await expectAccessibleOnBothScreens(page)

  const post = await insertPost(ada)
  await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 2))
  for (const [path, endpoint] of [
    ['/my-posts', '**/api/posts/user/me*'],
    ['/posts', '**/api/posts/browse*'],
    [post.path, '**/api/posts/auth/*'],
    [post.path, '**/api/comments/post/*'],
    [`/posts/edit/${post.id}`, `**/api/posts/${post.id}`],
    ['/profile', '**/api/profile/me'],
    ['/profile', '**/api/posts/user/me*'],
    [`/profile/${bob.userName}`, '**/api/profile/user/*'],
    ['/messages', '**/api/messages/conversations?*'],
    [`/messages/${bob.id}`, '**/api/messages/sync?*'],
  ] as const) {
    await test.step(`${path} without ${endpoint}`, async () =>
      expectRefusedPage(page, path, endpoint))
  }
  for (const [path, text] of [
    [`/posts/${MISSING_ID}`, 'Post not found'],
    [`/posts/edit/${MISSING_ID}`, 'Post not found'],
    ['/profile/%25', 'User not found'],
    ['/messages/some-id', 'User not found'],
    ['/confirm-email/some-token', 'Email not updated'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
      await expectAccessibleOnBothScreens(page)
    })
  }
})

test('pages that are loading are accessible and fit', async ({ page, context }) => {
  const post = await insertPost(await signInNewMember(context, 'ada'))
  for (const [path, endpoint, loading] of [
    ['/posts', '**/api/posts/browse*', page.getByLabel('Loading posts')],
    [post.path, '**/api/posts/auth/*', page.getByRole('heading', { name: 'Loading post' })],
  ] as const) {
    const heldRequests = await holdRequests(page, endpoint)
    await page.goto(path)
    await expect(loading).toBeAttached()
    await expectAccessibleOnBothScreens(page)
    heldRequests.release()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('forms with errors, open lists and dialogs are accessible and fit', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const bob = await insertMember(generateWord())
  const post = await insertPost(ada)
  await insertConversation(ada, bob, buildMessageFixtures(ada, bob, 2))

  await test.step('a new post', async () => {
    await page.goto('/posts/create')
    await page.getByRole('button', { name: 'Create Project' }).click()
    await expect(page.getByText('Title is required')).toBeVisible()
    await expectAccessibleOnBothScreens(page)
  })
  await test.step('a post in the list, and its deletion', async () => {
    await page.goto(`/my-posts?edit=${post.id}`)
    await page.getByLabel('Demo URL').fill('www.example.com')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^Please fix the validation errors/)).toBeVisible()
    await expectAccessibleOnBothScreens(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('article').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessibleOnBothScreens(page)
  })
  await test.step('the profile, with skills to choose and a picture that was not uploaded', async () => {
    await page.route('**/api/profile/upload-picture', (route) => route.fulfill(REFUSAL))
    await openProfileEditor(page)
    await addSocialLink(page, 'Blog', 'javascript:alert(1)')
    await saveProfile(page)
    await expect(page.getByText('Please enter a valid URL')).toBeVisible()
    await getPictureFileInput(page).setInputFiles(await createPhoto())
    await confirmPicture(page)
    await expect(getPictureField(page).getByRole('alert')).toBeVisible()
    await page.getByRole('combobox', { name: 'Skills' }).fill('Rust')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessibleOnBothScreens(page)
  })
  await test.step('the search for people', async () => {
    await page.goto('/messages')
    await page.getByRole('combobox', { name: 'Find people' }).fill(bob.userName)
    await expect(page.getByRole('option')).toHaveCount(1)
    await expectAccessibleOnBothScreens(page)
  })
  await test.step('a search in a conversation, and a message that is too long', async () => {
    await page.goto(`/messages/${bob.id}`)
    await getMessageField(page, bob).fill('🐬'.repeat(5001))
    await expect(page.getByText('5001/5000')).toBeVisible()
    await page.getByRole('button', { name: 'Search in conversation' }).click()
    await page.getByRole('search').getByRole('searchbox').fill('line')
    await expect(page.getByRole('search').getByText('2 matches')).toBeVisible()
    await expectAccessibleOnBothScreens(page)
  })
  await test.step('the palette with results, without results and the shortcuts', async () => {
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('switch', { name: 'Single-key shortcuts' })).toBeVisible()
    await expectAccessibleOnBothScreens(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Search' })
    await palette.getByRole('combobox').fill(bob.userName)
    await expect(palette.getByRole('option').first()).toContainText(bob.userName)
    await expectAccessibleOnBothScreens(page)
    await palette.getByRole('combobox').fill(`${bob.userName}x`)
    await expect(page.getByText(`Nothing found for “${bob.userName}x”`).last()).toBeVisible()
    await page.setViewportSize({ width: 320, height: 256 })
    await expectNoHorizontalScroll(page)
  })
})

/** The page shows that a call was refused. */
async function expectRefusedPage(page: Page, path: string, endpoint: string): Promise<void> {
  await page.route(endpoint, (route) => route.fulfill(REFUSAL))
  await page.goto(path)
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /^(Try Again|Retry)$/ })
      .first(),
  ).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  await page.unroute(endpoint)
}
