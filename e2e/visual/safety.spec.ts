import type { Page } from '@playwright/test'
import { getConnectionStatus } from '../support/messaging.ts'
import { buildRefusalReply } from '../support/posts.ts'
import {
  getBlockDialog,
  getBlockerNotice,
  getClosedNotice,
  getConversationMenu,
} from '../support/safety.ts'
import {
  findNewestPostWithComments,
  readMemberId,
  signInAsSampleMember,
} from '../support/sample-data.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

/** Which widths show a state that is laid out alike at the middle one. */
const TWO_WIDTHS = { widths: [390, 1280] }

const IGNORED_LIST_URL = '**/api/users/ignored*'

const BLOCKED: Relation = { isBlocked: true, isMuted: false, canMessage: false }
const CLOSED: Relation = { isBlocked: false, isMuted: false, canMessage: false }
const MUTED: Relation = { isBlocked: false, isMuted: true, canMessage: true }

test.beforeEach(async ({ context }) => signInAsSampleMember(context, 'ada'))

test('the menu of a conversation and the question before a block look unchanged', async ({
  page,
}) => {
  await page.goto(`/messages/${await readMemberId('carla')}`)
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  for (const width of TWO_WIDTHS.widths) {
    // Opened at each width: resizing the window closes the menu.
    await page.setViewportSize({ width, height: 800 })
    await getConversationMenu(page).click()
    await expect(page.getByRole('menuitem', { name: 'Block carla' })).toBeEnabled()
    await expectScreenshots(page, 'member-menu', { widths: [width] })
    await page.keyboard.press('Escape')
  }
  await getConversationMenu(page).click()
  await page.getByRole('menuitem', { name: 'Block carla' }).click()
  await expect(getBlockDialog(page, { userName: 'carla' })).toBeVisible()
  await expectScreenshots(page, 'block-dialog', TWO_WIDTHS)
})

test('a conversation that a block closed looks unchanged, for both sides', async ({ page }) => {
  const path = `/messages/${await readMemberId('carla')}`
  await mockRelation(page, BLOCKED)
  await page.goto(path)
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await expect(getBlockerNotice(page, { userName: 'carla' })).toBeVisible()
  await expectScreenshots(page, 'conversation-blocked', TWO_WIDTHS)

  await mockRelation(page, CLOSED)
  await page.goto(path)
  await expect(getConnectionStatus(page)).toHaveText('Connected')
  await expect(getClosedNotice(page)).toBeVisible()
  await expectScreenshots(page, 'conversation-closed', TWO_WIDTHS)
})

test('the profile of a blocked member looks unchanged', async ({ page }) => {
  await mockRelation(page, BLOCKED)
  await page.goto('/profile/bob')
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recent Activity' })).toBeVisible()
  await expectScreenshots(page, 'profile-blocked', TWO_WIDTHS)
})

test('folded comments look unchanged', async ({ page }) => {
  await mockRelation(page, MUTED)
  await page.route('**/api/comments/post/*', async (route) => {
    const reply = await route.fetch()
    const [first, ...others] = (await reply.json()) as object[]
    const json = [{ ...first, content: '', withheld: 'ignored' }, ...others]
    await route.fulfill({ response: reply, json })
  })
  await page.goto(`/posts/${await findNewestPostWithComments(5)}`)
  await expect(page.getByText('Hidden: you muted this member').first()).toBeVisible()
  await expectScreenshots(page, 'comments-folded', { ...TWO_WIDTHS, fullPage: true })
})

test('/settings/ignored looks unchanged, filled, empty and failed', async ({ page }) => {
  await mockIgnoredMembers(page, [
    { userName: 'bob', isBlocked: true, isMuted: false, ignoredAt: '2026-11-02T15:58:00Z' },
    { userName: 'carla', isBlocked: false, isMuted: true, ignoredAt: '2026-10-30T09:00:00Z' },
    {
      userName: 'a_member_with_quite_a_long_name',
      isBlocked: true,
      isMuted: true,
      ignoredAt: '2026-08-01T09:00:00Z',
    },
  ])
  await page.goto('/settings/ignored')
  await expect(page.getByRole('button', { name: 'Unblock bob' })).toBeVisible()
  await expectScreenshots(page, 'ignored-members')

  await mockIgnoredMembers(page, [])
  await page.reload()
  await expect(page.getByText('You have not blocked or muted anybody')).toBeVisible()
  await expectScreenshots(page, 'ignored-members-nobody', TWO_WIDTHS)

  await page.unroute(IGNORED_LIST_URL)
  await page.route(IGNORED_LIST_URL, (route) =>
    route.fulfill(buildRefusalReply(429, 'too-many-requests', 'Please slow down.')),
  )
  await page.reload()
  await expect(page.getByText('The list could not be loaded.')).toBeVisible()
  await expectScreenshots(page, 'ignored-members-failed', TWO_WIDTHS)
})

async function mockRelation(page: Page, data: Relation): Promise<void> {
  await page.unroute('**/api/users/*/relation')
  await page.route('**/api/users/*/relation', (route) =>
    route.fulfill({ json: { success: true, data } }),
  )
}

interface Relation {
  isBlocked: boolean
  isMuted: boolean
  canMessage: boolean
}

interface IgnoredFields {
  userName: string
  isBlocked: boolean
  isMuted: boolean
  ignoredAt: string
}

async function mockIgnoredMembers(page: Page, members: readonly IgnoredFields[]): Promise<void> {
  const data = members.map((member, index) => ({
    _id: `0198c5a0-0000-7000-8000-00000000000${index}`,
    profilePicture: '',
    ...member,
  }))
  await page.unroute(IGNORED_LIST_URL)
  await page.route(IGNORED_LIST_URL, (route) =>
    route.fulfill({ json: { success: true, data, nextCursor: null } }),
  )
}
