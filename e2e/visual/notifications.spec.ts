import { LIST_URL, mockNotifications, NOTIFICATION_LINES } from './notification-fixtures.ts'
import { buildRefusalReply } from '../support/posts.ts'
import { signInAsSampleMember } from '../support/sample-data.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

test('the bell, its popover and the list look unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await mockNotifications(page, NOTIFICATION_LINES)
  await page.goto('/notifications')
  await expect(page.getByText('This project is gone')).toBeVisible()
  await expectScreenshots(page, 'notifications', { fullPage: true })
  await page.goto('/my-posts')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expectScreenshots(page, 'notifications-popover', { widths: [768, 1280] })
})

test('the list without notifications looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await mockNotifications(page, [])
  await page.goto('/notifications')
  await expect(page.getByText('Nothing new. Go build something.')).toBeVisible()
  await expectScreenshots(page, 'notifications-nothing')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expectScreenshots(page, 'notifications-popover-nothing', { widths: [768, 1280] })
})

test('a list of notifications that cannot be loaded looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.route(LIST_URL, (route) =>
    route.fulfill(buildRefusalReply(429, 'too-many-requests', 'Please slow down.')),
  )
  await page.goto('/notifications')
  await expect(page.getByText('Failed to load your notifications')).toBeVisible()
  await expectScreenshots(page, 'notifications-failed')
})

test('/settings/notifications looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await mockNotifications(page, [])
  await page.goto('/settings/notifications')
  await expect(page.getByRole('switch').first()).toBeVisible()
  await expectScreenshots(page, 'notification-settings')
})

test('/unsubscribe looks unchanged, before and after, and with an unknown link', async ({
  page,
}) => {
  await page.goto('/unsubscribe/some-token')
  await page.waitForLoadState('networkidle')
  await expectScreenshots(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  await expectScreenshots(page, 'unsubscribe-unknown')

  await page.route('**/api/notifications/unsubscribe/*', (route) =>
    route.fulfill({ json: { success: true, kind: 'comment' } }),
  )
  await page.goto('/unsubscribe/some-token')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You no longer get emails about comments.')).toBeVisible()
  await expectScreenshots(page, 'unsubscribe-done')
})
