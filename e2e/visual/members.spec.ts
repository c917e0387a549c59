import { connection, fieldFor } from '../correspondence.ts'
import { openEditor } from '../own-profile.ts'
import { idOf, newestPostOf, newestPostWith, signInAs, writePost } from '../sample-people.ts'
import { expect, expectPictures, test } from './picture.ts'

test.beforeEach(async ({ context }) => signInAs(context, 'ada'))

test('/posts looks as it did', async ({ page }) => {
  await page.goto('/posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectPictures(page, 'posts')
})

test('a post with its comments looks as it did, from head to foot', async ({ page }) => {
  await page.goto(`/posts/${await newestPostWith(5)}`)
  await expect(page.getByRole('heading', { name: 'Comments (5)' })).toBeVisible()
  await expectPictures(page, 'post', { whole: true })
})

test('/posts/create looks as it did, empty and with a preview', async ({ page }) => {
  await page.goto('/posts/create')
  await expectPictures(page, 'create')
  await writePost(page)
  await expectPictures(page, 'create-written')
})

test('/posts/edit looks as it did', async ({ page }) => {
  await page.goto(`/posts/edit/${await newestPostOf('ada')}`)
  await expect(page.getByLabel('Title')).not.toHaveValue('')
  await expectPictures(page, 'edit')
})

test('/my-posts looks as it did', async ({ page }) => {
  await page.goto('/my-posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectPictures(page, 'my-posts')
})

test('one’s own profile looks as it did, to be read and to be edited', async ({ page }) => {
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible()
  await expectPictures(page, 'profile')
  await openEditor(page)
  await expectPictures(page, 'profile-editor')
})

test('another member’s profile looks as it did', async ({ page }) => {
  await page.goto('/profile/bob')
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible()
  await expectPictures(page, 'profile-of-bob')
})

test('/messages looks as it did, with what is new', async ({ page }) => {
  await page.goto('/messages')
  await expect(page.getByRole('list', { name: 'Conversations' })).toBeVisible()
  await expect(connection(page)).toHaveText('Connected')
  await expectPictures(page, 'messages')
})

test('a conversation looks as it did', async ({ page }) => {
  // What carla wrote is read already, so that looking changes nothing for the other pictures.
  await page.goto(`/messages/${await idOf('carla')}`)
  await expect(fieldFor(page, { userName: 'carla' })).toBeVisible()
  await expect(connection(page)).toHaveText('Connected')
  await expectPictures(page, 'conversation')
})
