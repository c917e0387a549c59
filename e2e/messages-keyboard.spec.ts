import type { Locator } from '@playwright/test'
import {
  bubble,
  connection,
  entryOf,
  expectSaid,
  fieldFor,
  keptBetween,
  labelOf,
  thread,
} from './correspondence.ts'
import { tabTo } from './keyboard.ts'
import { enter } from './members.ts'
import { lines, meet, putBetween } from './said.ts'
import { expect, test } from './visit.ts'

test('the keyboard alone finds conversations and people, writes, searches, deletes and switches the sound', async ({
  page,
  context,
}) => {
  const ada = await enter(context, 'ada')
  const [bob, carla, dan] = [await meet('bob'), await meet('carla'), await meet('dan')]
  const said = lines(ada, bob, 80)
  await putBetween(ada, carla, lines(ada, carla, 1))
  await putBetween(ada, bob, said)
  await page.goto('/posts')
  const header = page.getByRole('navigation', { name: 'Member' })
  await tabTo(page, header.getByRole('link', { name: 'Messages' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/messages')
  await tabTo(page, entryOf(page, bob.userName).getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/messages/${bob.id}`)
  const field = fieldFor(page, bob)
  await expect(field).toBeFocused()
  await expect(entryOf(page, bob.userName).getByRole('link')).toHaveAttribute(
    'aria-current',
    'page',
  )

  await expect(connection(page)).toHaveText('Connected')
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Second line')
  await expect(field).toHaveValue('First line\nSecond line')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(labelOf(page, 'First line Second line')).toHaveText('Sent')
  await page.keyboard.type('With Control')
  await page.keyboard.press('Control+Enter')
  await expect(labelOf(page, 'With Control')).toHaveText('Sent')
  await page.keyboard.press('Enter')
  expect((await keptBetween(ada, bob)).slice(80).map(({ content }) => content)).toEqual([
    'First line\nSecond line',
    'With Control',
  ])

  await tabTo(page, thread(page), 'Shift+Tab')
  await pageUp(thread(page))
  await expect(bubble(page, 'With Control')).not.toBeInViewport()
  await tabTo(page, page.getByRole('button', { name: 'Jump to newest' }))
  await page.keyboard.press('Enter')
  await expect(bubble(page, 'With Control')).toBeInViewport({ ratio: 1 })
  await expect(thread(page)).toBeFocused()

  const search = page.getByRole('button', { name: 'Search in conversation' })
  await tabTo(page, search, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const finder = page.getByRole('searchbox', { name: 'Search in conversation' })
  await expect(finder).toBeFocused()
  await page.keyboard.type('line 2')
  await expect(page.getByText('11 matches')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 11')).toBeVisible()
  await expect(bubble(page, 'Line 29')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(finder).toBeHidden()
  await expect(search).toBeFocused()

  const remove = page.getByRole('button', { name: 'Delete conversation' }).last()
  await page.keyboard.press('Tab')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/messages')
  await expect(page.getByText('Conversation deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(entryOf(page, bob.userName)).toHaveCount(0)

  await tabTo(page, entryOf(page, carla.userName).getByRole('button'))
  await expect(entryOf(page, carla.userName).getByRole('button')).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const sound = page.getByRole('switch', { name: 'Sound for new messages' })
  await tabTo(page, sound)
  await expect(sound).toBeChecked()
  await page.keyboard.press('Space')
  await expect(sound).not.toBeChecked()
  await page.reload()
  await expect(sound).not.toBeChecked()

  await tabTo(page, page.getByRole('combobox', { name: 'Find people' }))
  await page.keyboard.type(dan.userName)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/messages/${dan.id}`)
  await expect(fieldFor(page, dan)).toBeFocused()
  await page.keyboard.type('Ahoy')
  await page.keyboard.press('Enter')
  await expectSaid(page, ['Ahoy'])
  await expect(entryOf(page, dan.userName)).toContainText('You: Ahoy')
  await expect.poll(() => keptBetween(ada, dan)).toHaveLength(1)
})

/** The browser scrolls bit by bit, and would carry along what is done meanwhile. */
async function pageUp(part: Locator): Promise<void> {
  const atRest = part.evaluate(
    (element) =>
      new Promise<void>((resolve) =>
        element.addEventListener('scrollend', () => resolve(), { once: true }),
      ),
  )
  await part.press('PageUp')
  await atRest
}
