import type { Page } from '@playwright/test'
import { bubble, expectSaid, openThread, thread } from './correspondence.ts'
import { enter } from './members.ts'
import { lines, meet, putBetween } from './said.ts'
import { expect, expectAccessibleInBothThemes, expectToFit, test } from './visit.ts'

test(
  'a search in a conversation says what it has found, and leaves no trace',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const bob = await meet('bob')
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 11, 12, minute))
    await putBetween(ada, bob, [
      { by: bob, content: 'How high is the TIDE?', at: at(1) },
      { by: ada, content: 'Seven feet', at: at(2) },
      { by: ada, content: 'A low tide', at: at(3) },
    ])
    await openThread(page, bob)
    await expectSaid(page, ['How high is the TIDE?', 'Seven feet', 'A low tide'])
    const { button, search, field, found } = await openSearch(page)
    await field.fill('submarine')
    await expect(search.getByText('No messages found')).toBeVisible()
    await expectAccessibleInBothThemes(page)

    await field.fill('Tide')
    await expect(search.getByText('2 matches')).toBeVisible()
    await expect(found.getByRole('listitem')).toContainText(['You', bob.userName])
    await expect(found.getByRole('listitem')).toContainText(['A low tide', 'How high is the TIDE?'])
    await expect(found.locator('mark')).toHaveText(['tide', 'TIDE'])
    await expectAccessibleInBothThemes(page)
    await expectToFit(page)

    await found.getByRole('button').last().click()
    await expect(found).toBeHidden()
    await expect(search.getByText('2 of 2')).toBeVisible()
    await expect(thread(page).locator('mark')).toHaveText(['TIDE'])
    await expect(field).toBeFocused()
    await field.press('Escape')
    await expect(search).toBeHidden()
    await expect(button).toBeFocused()
    await expect(thread(page).locator('mark')).toHaveCount(0)
  },
)

test(
  'a search looks through everything that was said, and goes from match to match',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const bob = await meet('bob')
    const said = lines(ada, bob, 200).map((line, index) =>
      [2, 70, 190].includes(index) ? { ...line, content: `A harbour at ${index}` } : line,
    )
    await putBetween(ada, bob, said)
    await openThread(page, bob)
    await expect(bubble(page, 'Line 200')).toBeVisible()
    const { search, field } = await openSearch(page)
    await field.fill('harbour')
    await expect(search.getByText('3 matches')).toBeVisible()
    await expect(bubble(page, 'A harbour at 70')).toHaveCount(0)

    const next = search.getByRole('button', { name: 'Next match' })
    const previous = search.getByRole('button', { name: 'Previous match' })
    await next.click()
    await expectAt(page, '1 of 3', 'A harbour at 190')
    await expect(previous).toBeDisabled()
    await field.press('Enter')
    await expectAt(page, '2 of 3', 'A harbour at 70')
    await next.click()
    await expectAt(page, '3 of 3', 'A harbour at 2')
    await expect(next).toBeDisabled()
    await previous.click()
    await expectAt(page, '2 of 3', 'A harbour at 70')
    await field.press('Shift+Enter')
    await expectAt(page, '1 of 3', 'A harbour at 190')
  },
)

async function openSearch(page: Page) {
  const button = page.getByRole('button', { name: 'Search in conversation' })
  await button.click()
  const search = page.getByRole('search')
  const field = search.getByRole('searchbox', { name: 'Search in conversation' })
  await expect(field).toBeFocused()
  return { button, search, field, found: search.getByRole('list', { name: 'Matches' }) }
}

/** This one is before one's eyes, and what was searched for stands out in it alone. */
async function expectAt(page: Page, place: string, text: string): Promise<void> {
  await expect(page.getByRole('search').getByText(place)).toBeVisible()
  const found = bubble(page, text)
  await expect(found).toBeInViewport({ ratio: 1 })
  await expect(found.locator('mark')).toHaveText(['harbour'])
  await expect(thread(page).locator('mark')).toHaveCount(1)
}
