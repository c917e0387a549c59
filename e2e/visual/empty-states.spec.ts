import { createMemberFixture } from '@dolph/api/testing/fixtures'
import { getConnectionStatus } from '../support/messaging.ts'
import { database, openSession } from '../support/members.ts'
import { signInAsSampleMember } from '../support/sample-data.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

test('a project search without results looks unchanged', async ({ page }) => {
  await page.goto('/browse?q=xylophone-on-the-moon')
  await expect(page.getByText('No projects found matching your criteria')).toBeVisible()
  await expectScreenshots(page, 'browse-nothing')
})

test('a post search without results looks unchanged', async ({ page }) => {
  await signInAsSampleMember(page.context(), 'ada')
  await page.goto('/posts?q=xylophone-on-the-moon')
  await expect(page.getByText('No posts found matching your criteria')).toBeVisible()
  await expectScreenshots(page, 'posts-nothing')
})

test('a help search without results looks unchanged', async ({ page }) => {
  await page.goto('/help')
  await page.waitForLoadState('networkidle')
  await page.getByPlaceholder('Search for help...').fill('xylophone')
  await expectScreenshots(page, 'help-nothing')
})

test('the pages of a new member look unchanged', async ({ page, context }) => {
  await openSession(context, await insertNewcomer('robin'))
  await page.goto('/my-posts')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectScreenshots(page, 'my-posts-nothing')
  await page.goto('/messages')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await expectScreenshots(page, 'messages-nothing')
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible()
  await expectScreenshots(page, 'profile-nothing')
})

test('the settings of a member with one session look unchanged', async ({ page, context }) => {
  await openSession(context, await insertNewcomer('kim'))
  await page.goto('/settings')
  await expect(page.getByText('This browser')).toBeVisible()
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible()
  await expectScreenshots(page, 'settings', { fullPage: true })
})

test('an empty profile looks unchanged', async ({ page }) => {
  await insertNewcomer('sasha')
  await signInAsSampleMember(page.context(), 'ada')
  await page.goto('/profile/sasha')
  await expect(page.getByText('@sasha', { exact: true })).toBeVisible()
  await expectScreenshots(page, 'profile-of-newcomer')
})

async function insertNewcomer(username: string): Promise<string> {
  const id = await createMemberFixture(database, username)
  const verified_at = new Date().toISOString()
  const account = { member_id: id, email: `${username}@example.test`, verified_at }
  await database
    .insertInto('accounts')
    .values({ ...account, password_hash: 'none' })
    .execute()
  return id
}
