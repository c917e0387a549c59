import { expect, test } from '../support/base-test.ts'

test('the API can be tried in the browser', async ({ page }) => {
  await page.goto('/api/docs')
  await page.getByRole('link', { name: 'posts', exact: true }).click()
  await page.getByRole('button', { name: 'GET /api/posts/browse', exact: true }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.getByText('"nextCursor"').first()).toBeVisible()
})
