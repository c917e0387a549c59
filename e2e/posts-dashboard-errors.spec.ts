import { holdRequests } from './comments.ts'
import { signInNewMember } from './members.ts'
import { buildRefusalReply } from './posts.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  failUntilPointerDown,
  testIgnoringConsole,
} from './base-test.ts'

const BROWSE_ENDPOINT = '**/api/posts/browse*'

testIgnoringConsole(
  'the dashboard shows its loading and error states',
  async ({ page, context }) => {
    await signInNewMember(context, 'bob')
    const heldRequests = await holdRequests(page, BROWSE_ENDPOINT)
    await page.goto('/posts')
    await expect(page.getByLabel('Loading posts')).toHaveAttribute('aria-busy', 'true')
    await expectAccessibleOnBothScreens(page)
    heldRequests.release()
    await expect(page.getByRole('article').first()).toBeVisible()

    await failUntilPointerDown(
      page,
      BROWSE_ENDPOINT,
      buildRefusalReply(429, 'too-many-requests', 'Please slow down.'),
    )
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Failed to fetch posts')
    await expectAccessibleOnBothScreens(page)

    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('article')).toHaveCount(20)
  },
)
