import { getConnectionStatus, getMessageField } from '../support/messaging.ts'
import { openProfileEditor } from '../support/own-profile.ts'
import {
  readMemberId,
  findNewestPostBy,
  findNewestPostWithComments,
  signInAsSampleMember,
  fillPostForm,
} from '../support/sample-data.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

test.beforeEach(async ({ context }) => signInAsSampleMember(context, 'ada'))

test('/posts looks unchanged', async ({ page }) => {
  await page.goto('/posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'posts')
})

test('a post with its comments looks unchanged over its full height', async ({ page }) => {
  await page.goto(`/posts/${await findNewestPostWithComments(5)}`)
  await expect(page.getByRole('heading', { name: 'Comments (5)' })).toBeVisible()
  await expectScreenshots(page, 'post', { fullPage: true })
})

test('/posts/create looks unchanged, empty and with a preview', async ({ page }) => {
  await page.goto('/posts/create')
  await expectScreenshots(page, 'create')
  await fillPostForm(page)
  await expectScreenshots(page, 'create-written')
})

test('/posts/edit looks unchanged', async ({ page }) => {
  await page.goto(`/posts/edit/${await findNewestPostBy('ada')}`)
  await expect(page.getByLabel('Title')).not.toHaveValue('')
  await expectScreenshots(page, 'edit')
})

test('/my-posts looks unchanged', async ({ page }) => {
  await page.goto('/my-posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectScreenshots(page, 'my-posts')
})

test('a member’s own profile looks unchanged, in view and in edit mode', async ({ page }) => {
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible()
  await expectScreenshots(page, 'profile')
  await openProfileEditor(page)
  await expectScreenshots(page, 'profile-editor')
})

test('another member’s profile looks unchanged', async ({ page }) => {
  await page.goto('/profile/bob')
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible()
  await expectScreenshots(page, 'profile-of-bob')
})

test('/messages looks unchanged, with unread messages', async ({ page }) => {
  await page.goto('/messages')
  await expect(page.getByRole('list', { name: 'Conversations' })).toBeVisible()
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await expectScreenshots(page, 'messages')
})

test('a conversation looks unchanged', async ({ page }) => {
  // carla's messages are already read, so opening the conversation does not change the other screenshots.
  await page.goto(`/messages/${await readMemberId('carla')}`)
  await expect(getMessageField(page, { userName: 'carla' })).toBeVisible()
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await expectScreenshots(page, 'conversation')
})
