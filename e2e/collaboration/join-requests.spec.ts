import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleOnBothScreens,
  test,
  waitForWebSocketAfter,
} from '../support/base-test.ts'
import { tabTo } from '../support/keyboard.ts'
import { insertPost, signInNewMember } from '../support/members.ts'
import { openMemberBrowser } from '../support/messaging.ts'
import { expectBellCount, getBell } from '../support/notifications.ts'

/** A dialog is rendered above the page, outside its landmark regions. */
const OVERLAY_OPTIONS = { disabledRules: ['region'] }
const NOTE = 'I have drawn maps for ten years, and I like quiet ones.'

test('from a role to a team by keyboard: asked to join, in talks, on board, and news for who follows', async ({
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

  await test.step('the owner talks, then welcomes aboard', async () => {
    await expectBellCount(page, 1)
    await waitForWebSocketAfter(page, async () => page.goto('/join-requests'))
    const row = page.getByRole('list', { name: 'Received' }).getByRole('listitem')
    await expect(row).toContainText(`${bo.userName} asks to join as Map maker`)
    await expect(row).toContainText(NOTE)
    await expectAccessibleOnBothScreens(page)
    await tabTo(page, row.getByRole('button', { name: 'Welcome aboard' }))
    await page.keyboard.press('2')
    await expect(row).toContainText('In talks')
    await expect(boAction).toContainText('In talks')
    await expect(row).toBeFocused()
    await page.keyboard.press('1')
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

  await test.step('an update rings the bell of who follows', async () => {
    await page.goto(post.path)
    await tabTo(page, page.getByLabel('What is new?'))
    await page.keyboard.type('The first map is drawn.')
    await page.keyboard.press('Control+Enter')
    await expectBellCount(cleo.page, 1)
    await getBell(cleo.page).click()
    const line = cleo.page.getByRole('link', { name: `News of “${post.title}”` })
    await expect(line).toContainText('The first map is drawn.')
  })
})

async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}
