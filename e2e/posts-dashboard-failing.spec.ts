import { held } from './discussion.ts'
import { enter } from './members.ts'
import { refusal } from './posts.ts'
import { expect, expectAccessibleOnBothScreens, failUntilPressed, noisyTest } from './visit.ts'

const LIST = '**/api/posts/browse*'

noisyTest('the dashboard says that it loads, and why it cannot', async ({ page, context }) => {
  await enter(context, 'bob')
  const way = await held(page, LIST)
  await page.goto('/posts')
  await expect(page.getByLabel('Loading posts')).toHaveAttribute('aria-busy', 'true')
  await expectAccessibleOnBothScreens(page)
  way.open()
  await expect(page.getByRole('article').first()).toBeVisible()

  await failUntilPressed(page, LIST, refusal(429, 'too-many-requests', 'Please slow down.'))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch posts')
  await expectAccessibleOnBothScreens(page)

  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('article')).toHaveCount(20)
})
