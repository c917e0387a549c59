import type { Locator, Page } from '@playwright/test'
import { expect, expectNoHorizontalScroll, test, waitForHydration } from '../support/base-test.ts'

test('the shortcut opens the palette from a field, Enter opens a page, and Esc returns the focus', async ({
  page,
}) => {
  await page.goto('/browse')
  const search = page.getByPlaceholder('Search projects...')
  await search.focus()
  await openPalette(page)
  await expect(getPaletteOptions(page).first()).toHaveAttribute('data-highlighted', '')
  await page.keyboard.press('Escape')
  await expect(getPalette(page)).toBeHidden()
  await expect(search).toBeFocused()

  await openPalette(page)
  await page.keyboard.type('faq')
  await expect(getPaletteOptions(page).first()).toHaveText('Help Center')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help')
  await expect(getPalette(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test(
  'the header button opens the palette and gets the focus back',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/about')
    const trigger = page.getByRole('banner').getByRole('button', { name: 'Search' })
    await waitForHydration(page)
    await trigger.click()
    await expect(getPaletteInput(page)).toBeFocused()
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(getPalette(page)).toBeHidden()
    await expect(trigger).toBeFocused()
  },
)

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(getPaletteInput(page)).toBeFocused()
}

function getPalette(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Search' })
}

function getPaletteInput(page: Page): Locator {
  return getPalette(page).getByRole('combobox')
}

function getPaletteOptions(page: Page): Locator {
  return getPalette(page).getByRole('option')
}
