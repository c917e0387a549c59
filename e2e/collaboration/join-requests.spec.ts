import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleOnBothScreens,
  test,
  waitForWebSocketAfter,
} from '../support/base-test.ts'
import { tabTo } from '../support/keyboard.ts'
import { insertPost, signInNewMember } from '../support/members.ts'
import { getMessageField, openMemberBrowser } from '../support/messaging.ts'
import { expectBellCount, getBell } from '../support/notifications.ts'

/** A dialog is rendered above the page, outside its landmark regions. */
const OVERLAY_OPTIONS = { disabledRules: ['region'] }
const WELCOME = 'The tiles are in the wiki.'
const NOTE = 'I have drawn maps for ten years, and I like quiet ones.'

test('from a role to a team by keyboard: asked to join, talking, on board, and news for who follows', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada, { type: 'seeking-contributors' })
  await using bo = await openMemberBrowser(browser, 'bo')
  await using cleo = await openMemberBrowser(browser, 'cleo')
  await cleo.call('PUT', `/api/posts/${post.id}/follow`, { updates: true })
  await cleo.page.goto('/following')
  const boAction = bo.page.getByRole('listitem', { name: 'Map maker' })

  await test.step('the owner adds a role', async () => {
    await page.goto(post.path)
    await pressButton(page, 'Add a role')
    await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
    await page.keyboard.type('Map maker')
    await tabTo(page, page.getByRole('dialog').getByRole('combobox', { name: 'Skills' }))
    await page.keyboard.type('React')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('listitem', { name: 'Map maker' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a member asks to join', async () => {
    await waitForWebSocketAfter(bo.page, async () => bo.page.goto(post.path))
    await pressButton(bo.page, 'Ask to join: Map maker')
    await expect(bo.page.getByLabel('What would you bring?')).toBeFocused()
    await expectAccessibleOnBothScreens(bo.page, OVERLAY_OPTIONS)
    await bo.page.keyboard.type(NOTE)
    await bo.page.keyboard.press('Control+Enter')
    await expect(boAction).toContainText(/Asked to join · answer by \w+/)
  })

  await test.step('the owner talks, then accepts', async () => {
    await expectBellCount(page, 1)
    await waitForWebSocketAfter(page, async () => page.goto('/join-requests'))
    const row = page.getByRole('list', { name: 'Received' }).getByRole('listitem')
    await expect(row).toContainText(`${bo.userName} asks to join as Map maker`)
    await expect(row).toContainText(NOTE)
    await expectAccessibleOnBothScreens(page)
    await tabTo(page, row.getByRole('button', { name: 'Accept', exact: true }))
    await page.keyboard.press('2')
    const field = page.getByRole('textbox', { name: `Message to ${bo.userName}` })
    await expect(field).toHaveValue(`Hi ${bo.userName}, thanks for asking to join as Map maker. `)
    await expect(field).toBeFocused()
    await expect(boAction).toContainText('Asked to join')
    await expectAccessibleOnBothScreens(page)
    await page.keyboard.type('Is Sunday fine?')
    await page.keyboard.press('Enter')
    const conversation = page.getByRole('region', { name: /^Conversation with/ })
    await expect(conversation.getByText('Is Sunday fine?')).toBeVisible()
    await expect(boAction).toContainText('Talking')
    await page.goBack()
    await expect(row).toContainText('Talking')
    const accept = row.getByRole('button', { name: 'Accept', exact: true })
    await tabTo(page, accept)
    await page.keyboard.press('Enter')
    await expect(accept).toBeFocused()
    await tabTo(page, page.getByLabel(`A note for ${bo.userName}`), 'Shift+Tab')
    await expectAccessibleOnBothScreens(page)
    await page.keyboard.type(WELCOME)
    await page.keyboard.press('Control+Enter')
    await expect(row).toContainText('On the team')
    await expect(boAction).toContainText('You are on the team')
  })

  await test.step('the team is on the post and on the profile', async () => {
    const team = bo.page.getByRole('region', { name: 'Team' })
    await expect(team.getByRole('listitem')).toHaveCount(2)
    await expect(team).toContainText(/Map maker · since \w+/)
    await expectAccessibleOnBothScreens(bo.page)
    await page.goto(`/profile/${bo.userName}`)
    const teams = page.getByRole('region', { name: 'Teams' })
    await expect(teams.getByRole('link', { name: post.title })).toBeVisible()
  })

  await test.step('the bell leads the newcomer to a welcome, and from there to the room of the team', async () => {
    await getBell(bo.page).click()
    await bo.page.getByRole('link', { name: `Welcome to the team of “${post.title}”` }).click()
    await expect(bo.page).toHaveURL(/\/join-requests\/[\w-]+\/welcome$/)
    await expect(
      bo.page.getByRole('heading', { level: 1, name: 'Welcome to the team' }),
    ).toBeVisible()
    await expect(bo.page.getByRole('figure')).toContainText(`${ada.userName} writes${WELCOME}`)
    const write = bo.page.getByRole('link', { name: 'Write to the team' })
    await expect(write).toBeVisible()
    await expectAccessibleOnBothScreens(bo.page)
    await write.click()
    await expect(bo.page).toHaveURL(/\/messages\/rooms\//)
    await expect(bo.page.getByRole('textbox', { name: `Message to ${post.title}` })).toBeVisible()
  })

  await test.step('the newcomer writes in the room, and the owner sees it', async () => {
    await tabTo(bo.page, getMessageField(bo.page, { userName: post.title }))
    await bo.page.keyboard.type('Hello, team')
    await bo.page.keyboard.press('Enter')
    await page.goto('/messages')
    const room = page.getByRole('region', { name: 'Teams' }).getByRole('link')
    await expect(room).toContainText(`${bo.userName}: Hello, team`)
    await expect(room).toContainText('1 unread')
  })

  await test.step('an update rings the bell of who follows', async () => {
    await page.goto(post.path)
    await tabTo(page, page.getByLabel('What’s new?'))
    await page.keyboard.type('The first map is drawn.')
    await page.keyboard.press('Control+Enter')
    await expectBellCount(cleo.page, 1)
    await getBell(cleo.page).click()
    const line = cleo.page.getByRole('link', { name: `News from “${post.title}”` })
    await expect(line).toContainText('The first map is drawn.')
  })
})

async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}
