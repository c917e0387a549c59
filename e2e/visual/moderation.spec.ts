import { createMemberFixture } from '@dolph/api/testing/fixtures'
import type { Page } from '@playwright/test'
import { waitForHydration } from '../support/base-test.ts'
import { database, openSession } from '../support/members.ts'
import { findNewestPostBy, readMemberId, signInAsSampleMember } from '../support/sample-data.ts'
import { SCREENSHOT_TIME } from '../support/screenshot-setup.ts'
import { expect, expectScreenshots, test } from './expect-screenshots.ts'

const PHONE_AND_DESKTOP = { widths: [390, 1280] }
const WHOLE_PAGE = { ...PHONE_AND_DESKTOP, fullPage: true }

test('the report of a post looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto(`/posts/${await findNewestPostBy('bob')}`)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Project options' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await expect(page.getByRole('dialog', { name: 'Report' })).toBeVisible()
  await page.getByRole('radio', { name: 'Scam' }).click()
  await expectScreenshots(page, 'report', PHONE_AND_DESKTOP)
})

test('the report of a message looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'ada')
  await page.goto(`/messages/${await readMemberId('carla')}`)
  await page.getByRole('button', { name: 'Conversation options' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await dialog.getByRole('checkbox').scrollIntoViewIfNeeded()
  await expectScreenshots(page, 'report-message', PHONE_AND_DESKTOP)
})

test('the queue looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'mia')
  await page.goto('/review')
  await expect(page.getByRole('region', { name: 'Queue' }).getByRole('listitem')).toHaveCount(4)
  await expectScreenshots(page, 'review')
})

for (const kind of ['post', 'comment', 'message', 'member'] as const) {
  test(`a case about a ${kind} looks unchanged`, async ({ page, context }) => {
    await signInAsSampleMember(context, 'mia')
    await page.goto(`/review/${await readOpenCase(kind)}`)
    await expect(page.getByLabel('Reason')).toBeVisible()
    await expectScreenshots(page, `review-${kind}`, WHOLE_PAGE)
  })
}

test('a decision that misses its parts looks unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'mia')
  await page.goto(`/review/${await readOpenCase('post')}`)
  await expect(page.getByLabel('Reason')).toBeVisible()
  await page.getByRole('radio', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Decide: Suspend' }).click()
  await expect(page.getByText('Please write a reason')).toBeVisible()
  await expectScreenshots(page, 'review-incomplete', PHONE_AND_DESKTOP)
})

test('objections, decided cases and an empty queue look unchanged', async ({ page, context }) => {
  await signInAsSampleMember(context, 'mia')
  await page.goto('/review?state=appealed')
  await expect(page.getByRole('heading', { name: 'Post by carla' })).toBeVisible()
  await expectScreenshots(page, 'review-objection', WHOLE_PAGE)
  await page.goto('/review?state=decided')
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()
  await expectScreenshots(page, 'review-decided', WHOLE_PAGE)
  await emptyQueue(page)
  await page.goto('/review')
  await expect(page.getByText('Nothing to review. Thank you.')).toBeVisible()
  await expectScreenshots(page, 'review-nothing', PHONE_AND_DESKTOP)
})

test('decisions about a member look unchanged, also without any', async ({ page, context }) => {
  await signInAsSampleMember(context, 'carla')
  await page.goto('/settings/decisions')
  await expect(page.getByText('Your reports')).toBeVisible()
  await expectScreenshots(page, 'decisions', WHOLE_PAGE)
  await openSession(context, await insertNewcomer('noor'))
  await page.goto('/settings/decisions')
  await expect(page.getByText('You have not reported anything.')).toBeVisible()
  await expectScreenshots(page, 'decisions-nothing', PHONE_AND_DESKTOP)
})

test('a hidden post looks unchanged for its author', async ({ page, context }) => {
  await signInAsSampleMember(context, 'dan')
  await page.goto('/my-posts')
  await expect(page.getByText('Hidden', { exact: true })).toBeVisible()
  await expectScreenshots(page, 'my-posts-hidden', PHONE_AND_DESKTOP)
  await page.getByRole('link', { name: 'Every exam of last year, with answers' }).first().click()
  await page.getByRole('button', { name: 'Object' }).click()
  await expect(page.getByLabel('Why is this decision wrong?')).toBeVisible()
  await expectScreenshots(page, 'post-hidden', PHONE_AND_DESKTOP)
})

test('a limited member sees why where they would post', async ({ page, context }) => {
  const id = await insertNewcomer('nils')
  const until = new Date(SCREENSHOT_TIME.getTime() + 5 * 365 * 86_400_000).toISOString()
  await database
    .updateTable('members')
    .set({ posting_limited_until: until })
    .where('id', '=', id)
    .execute()
  await database
    .insertInto('cases')
    .values({
      kind: 'member',
      subject_id: id,
      author_id: id,
      state: 'decided',
      decision: 'limit-posting',
      rule: 'spam',
      text: 'Ten posts within an hour.',
      until,
      decided_at: SCREENSHOT_TIME.toISOString(),
    })
    .execute()
  await openSession(context, id)
  await page.goto('/posts/create')
  await expect(page.getByText(/^You cannot post until/)).toBeVisible()
  await expectScreenshots(page, 'create-limited', PHONE_AND_DESKTOP)
})

async function readOpenCase(kind: 'post' | 'comment' | 'message' | 'member'): Promise<string> {
  const { id } = await database
    .selectFrom('cases')
    .select('id')
    .where('state', '=', 'open')
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return id
}

async function emptyQueue(page: Page): Promise<void> {
  await page.route(/\/api\/review\/cases\?/, async (route) =>
    route.fulfill({
      json: {
        success: true,
        data: [],
        nextCursor: null,
        oldestOpenAt: null,
        oldestWaitingRequestAt: null,
      },
    }),
  )
}

async function insertNewcomer(username: string): Promise<string> {
  const id = await createMemberFixture(database, username)
  const verified_at = new Date().toISOString()
  const email = `${username}@example.test`
  await database
    .insertInto('accounts')
    .values({ member_id: id, email, verified_at, password_hash: 'none' })
    .execute()
  return id
}
