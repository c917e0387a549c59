import { held } from './discussion.ts'
import { enter } from './members.ts'
import { refusal } from './posts.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  failUntilPressed,
  hasten,
  noisyTest,
} from './visit.ts'

const LIST = '**/api/posts/browse*'

noisyTest(
  'the dashboard says that it loads, and why it cannot',
  { tag: '@phone' },
  async ({ page, context }) => {
    await enter(context, 'bob')
    const way = await held(page, LIST)
    await page.goto('/posts')
    await expect(page.getByLabel('Loading posts')).toHaveAttribute('aria-busy', 'true')
    await expectAccessibleInBothThemes(page)
    way.open()
    await expect(page.getByRole('article').first()).toBeVisible()

    const failures = [
      [refusal(429, 'too-many-requests', 'Please slow down.'), 'Failed to fetch posts'],
      [{ json: { success: true, posts: [] } }, 'Invalid response format'],
    ] as const
    for (const [reply, said] of failures) {
      await page.route(LIST, (route) => route.fulfill(reply))
      await page.reload()
      await expect(page.getByRole('alert')).toContainText(said)
    }
    await page.unroute(LIST)
    await page.clock.install()
    await failUntilPressed(page, LIST, 'none')
    await page.reload()
    await hasten(page, page.getByRole('alert').filter({ hasText: 'Failed to load posts' }))
    await expectAccessibleInBothThemes(page)

    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('article')).toHaveCount(20)
  },
)
