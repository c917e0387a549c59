import { expect, test, waitForWebSocketAfter } from '../support/base-test.ts'
import { insertPost, signInNewMember } from '../support/members.ts'
import { openMemberBrowser } from '../support/messaging.ts'
import { expectBellCount, getBell } from '../support/notifications.ts'

/** The followers of an update are notified by a job. */
const FOLLOWER_TIMEOUT_MS = 15_000

test('a member saves and follows a project, finds it again, and is notified of its update', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  await signInNewMember(context, 'cleo')
  await using ada = await openMemberBrowser(browser, 'ada')
  const post = await insertPost(ada)
  await waitForWebSocketAfter(page, async () => page.goto(post.path))
  const follow = page.getByRole('switch', { name: `Follow: ${post.title}` })
  const followed = page.waitForResponse(`**/api/posts/${post.id}/follow`)
  await follow.click()
  await expect(follow).toBeChecked()
  await expect(page.getByRole('button', { name: `Saved: ${post.title}` })).toBeVisible()
  // The switch does not wait for the reply, and the next document would cancel the call.
  await followed

  await page.goto('/following')
  await expect(page.getByRole('article', { name: post.title })).toBeVisible()

  await ada.page.goto(post.path)
  await ada.page.getByLabel('What’s new?').fill('It **ticks** now.')
  await ada.page.getByRole('button', { name: 'Post update' }).click()
  await expect(ada.page.getByText('It ticks now.')).toBeVisible()

  await expectBellCount(page, 1, FOLLOWER_TIMEOUT_MS)
  await getBell(page).click()
  await page.getByRole('link', { name: new RegExp(`^Unread: .*${post.title}`) }).click()
  await expect(page).toHaveURL(new RegExp(post.path))
  await expect(page.getByRole('region', { name: 'Updates' })).toContainText('It ticks now.')
})
