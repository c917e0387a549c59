import { sowMember } from '@dolph/api/testing/sow'
import { connection } from '../correspondence.ts'
import { database, openSession } from '../members.ts'
import { signInAs } from '../sample-people.ts'
import { expect, expectPictures, test } from './picture.ts'

test('a search of projects that finds nothing looks as it did', async ({ page }) => {
  await page.goto('/browse?q=xylophone-on-the-moon')
  await expect(page.getByText('No projects found matching your criteria')).toBeVisible()
  await expectPictures(page, 'browse-nothing')
})

test('a search of posts that finds nothing looks as it did', async ({ page }) => {
  await signInAs(page.context(), 'ada')
  await page.goto('/posts?q=xylophone-on-the-moon')
  await expect(page.getByText('No posts found matching your criteria')).toBeVisible()
  await expectPictures(page, 'posts-nothing')
})

test('a question that nobody answered looks as it did', async ({ page }) => {
  await page.goto('/help')
  await page.waitForLoadState('networkidle')
  await page.getByPlaceholder('Search for help...').fill('xylophone')
  await expectPictures(page, 'help-nothing')
})

test('what a member sees on the first day looks as it did', async ({ page, context }) => {
  await openSession(context, await newcomer('robin'))
  await page.goto('/my-posts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectPictures(page, 'my-posts-nothing')
  await page.goto('/messages')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expect(connection(page)).toHaveText('Connected')
  await expectPictures(page, 'messages-nothing')
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible()
  await expectPictures(page, 'profile-nothing')
})

test('the settings of a member with one browser look as they did', async ({ page, context }) => {
  await openSession(context, await newcomer('kim'))
  await page.goto('/settings')
  await expect(page.getByText('This browser')).toBeVisible()
  await expectPictures(page, 'settings', { whole: true })
})

test('the profile of somebody who has said nothing looks as it did', async ({ page }) => {
  await newcomer('sasha')
  await signInAs(page.context(), 'ada')
  await page.goto('/profile/sasha')
  await expect(page.getByText('@sasha', { exact: true })).toBeVisible()
  await expectPictures(page, 'profile-of-newcomer')
})

async function newcomer(username: string): Promise<string> {
  const id = await sowMember(database, username)
  const verified_at = new Date().toISOString()
  const account = { member_id: id, email: `${username}@example.test`, verified_at }
  await database
    .insertInto('accounts')
    .values({ ...account, password_hash: 'none' })
    .execute()
  return id
}
