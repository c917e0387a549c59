import { PORTS } from '../support/ports.ts'
import { expectAccessibleOnEveryScreen } from '../support/accessibility.ts'
import { expect, testIgnoringConsole } from '../support/base-test.ts'

const KIT_URL = `http://127.0.0.1:${PORTS.kit}/dev/ui`

testIgnoringConsole('every component of the kit is accessible in both themes', async ({ page }) => {
  await page.goto(KIT_URL)
  // The development server compiles the page on its first request.
  await expect(page.getByRole('heading', { name: 'Component kit' })).toBeVisible({
    timeout: 20_000,
  })
  await expectAccessibleOnEveryScreen(page)
})

testIgnoringConsole('the component kit is not part of the built product', async ({ page }) => {
  const reply = await page.goto('/dev/ui')
  expect(reply?.status()).toBe(404)
})
