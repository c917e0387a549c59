import { waitForMail } from '../support/mailbox.ts'
import { openMemberBrowser } from '../support/messaging.ts'
import {
  database,
  insertPost,
  openSession,
  signInNewMember,
  type Member,
} from '../support/members.ts'
import {
  commentByApi,
  expectBellCount,
  getBell,
  hasUnreadCount,
  readCommentTime,
  sendNotificationMails,
} from '../support/notifications.ts'
import { ORIGIN } from '../support/ports.ts'
import { expectPromptArrival, recordServerEvents } from '../support/server-events.ts'
import { tabTo, tabWithVisibleFocusTo } from '../support/keyboard.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
  waitForHydration,
  waitForWebSocketAfter,
} from '../support/base-test.ts'

/** A popover is rendered above the page, outside its landmark regions. */
const OVERLAY_OPTIONS = { disabledRules: ['region'] }

test(
  'a comment rings the bell within two seconds; the line leads to the comment and is read',
  { tag: '@phone' },
  async ({ page, context, browser, isMobile }) => {
    const ada = await signInNewMember(context, 'ada')
    const post = await insertPost(ada)
    await using bob = await openMemberBrowser(browser, 'bob')
    const events = recordServerEvents(page)
    await waitForWebSocketAfter(page, async () => page.goto('/my-posts'))
    await expectBellCount(page, 0)

    const commentId = await commentByApi(bob, post, { content: 'What a lovely clock' })
    await expectBellCount(page, 1)
    await expectPromptArrival(events, hasUnreadCount(1), async () => readCommentTime(post))
    await expect(page).toHaveTitle(/^\(1\) /)
    await expectNoHorizontalScroll(page)

    await getBell(page).click()
    if (isMobile) await expect(page).toHaveURL('/notifications')
    else await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    await expectAccessibleInBothThemes(page, OVERLAY_OPTIONS)
    const line = page.getByRole('link', {
      name: `Unread: ${bob.userName} commented on “${post.title}”`,
    })
    await expect(line).toContainText('What a lovely clock')
    await line.click()
    await expect(page).toHaveURL(`${post.path}#comment-${commentId}`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectBellCount(page, 0)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible()
    await expectBellCount(page, 0)
  },
)

test('200 comments at once are one line with their number', async ({ page, context, browser }) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await using bob = await openMemberBrowser(browser, 'bob')
  await using cleo = await openMemberBrowser(browser, 'cleo')
  await page.goto('/notifications')
  await expect(page.getByText('Nothing new. Go build something.')).toBeVisible()

  const authors = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? bob : cleo))
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(
      authors.map(async (author, index) =>
        commentByApi(author, post, { content: `Comment ${round} ${index}` }),
      ),
    )
  }
  const line = page.getByRole('list', { name: 'Notifications' }).getByRole('link')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(`200 new comments on “${post.title}”, by `)
  await expectBellCount(page, 1)
})

test('two tabs of a member agree on what is read', async ({ page, context, browser }) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await using bob = await openMemberBrowser(browser, 'bob')
  await commentByApi(bob, post, { content: 'Hello' })
  const events = recordServerEvents(page)
  await page.goto('/my-posts')
  await expectBellCount(page, 1)
  const other = await context.newPage()
  await waitForWebSocketAfter(other, async () => other.goto('/notifications'))
  await other.getByRole('button', { name: 'Mark all as read' }).click()
  await expectBellCount(other, 0)
  await expectBellCount(page, 0)
  await expectPromptArrival(events, hasUnreadCount(0), async () => readReadTime(ada))
  await other.close()
})

/** When the member's only line was marked as read. */
async function readReadTime({ id }: Pick<Member, 'id'>): Promise<string> {
  const lines = database.selectFrom('notifications').select('read_at').where('member_id', '=', id)
  return (await lines.executeTakeFirstOrThrow()).read_at ?? ''
}

test('the account that is switched to sees nothing of the other', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await using bob = await openMemberBrowser(browser, 'bob')
  await commentByApi(bob, post, { content: 'Hello' })
  await page.goto('/my-posts')
  await expectBellCount(page, 1)
  await openSession(context, bob.id)
  await page.goto('/notifications')
  await expect(page.getByText('Nothing new. Go build something.')).toBeVisible()
  await expectBellCount(page, 0)
  await expect(page).toHaveTitle(/^Notifications/)
})

test('the bell works by keyboard alone', async ({ page, context, browser }) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await using bob = await openMemberBrowser(browser, 'bob')
  const first = await commentByApi(ada, post, { content: 'First' })
  await commentByApi(bob, post, { content: 'A reply', parent: first })
  await page.goto('/my-posts')
  await waitForHydration(page)
  await expectBellCount(page, 1)

  await tabWithVisibleFocusTo(page, getBell(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(getBell(page)).toBeFocused()

  await page.keyboard.press('Enter')
  const line = page.getByRole('dialog').getByRole('link', { name: /^Unread: / })
  await tabTo(page, line)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${post.path}#comment-`))
  await expectBellCount(page, 0)

  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await expect(page).toHaveURL('/notifications')
})

test('the settings are saved with each switch, and decide what arrives', async ({
  page,
  context,
  browser,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await using bob = await openMemberBrowser(browser, 'bob')
  await page.goto('/settings/notifications')
  const comments = page.getByRole('switch', { name: 'Comments on your projects, in the app' })
  await expect(comments).toBeChecked()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await comments.click()
  await expect(comments).not.toBeChecked()
  expect((await saved).ok()).toBe(true)
  await page.reload()
  await expect(comments).not.toBeChecked()
  await expect(
    page.getByRole('switch', { name: 'Comments on your projects, by email' }),
  ).toBeChecked()

  await commentByApi(bob, post, { content: 'Not heard of' })
  const own = await commentByApi(ada, post, { content: 'First' })
  await commentByApi(bob, post, { content: 'Heard of', parent: own })
  await expectBellCount(page, 1)
  await getBell(page).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: /^Unread: / })).toContainText(
    'replied to your comment',
  )
})

test('the link of a real mail unsubscribes by a button, by one click of a mail program, and can be undone', async ({
  page,
  context,
  browser,
  playwright,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await using bob = await openMemberBrowser(browser, 'bob')
  await commentByApi(bob, post, { content: 'What a lovely clock' })
  await page.goto('/my-posts')
  await expectBellCount(page, 1)
  await sendNotificationMails(ada)
  const mail = await waitForMail(`${ada.userName.toLowerCase()}@example.test`)
  expect(mail.subject).toContain(post.title)
  const [, token = ''] = /\/unsubscribe\/([\w.~-]+)/.exec(mail.text) ?? []

  await page.goto('/settings/notifications')
  const mails = page.getByRole('switch', { name: 'Comments on your projects, by email' })
  await expect(mails).toBeChecked()

  await test.step('a visitor by the page', async () => {
    await using visitor = await browser.newContext()
    const visitorPage = await visitor.newPage()
    await visitorPage.goto(`/unsubscribe/${token}`)
    await page.reload()
    await expect(mails).toBeChecked()
    await visitorPage.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(visitorPage.getByRole('status').last()).toHaveText(
      'You no longer get emails about comments.',
    )
    await expectAccessibleInBothThemes(visitorPage)
    await page.reload()
    await expect(mails).not.toBeChecked()
    await visitorPage.getByRole('button', { name: 'Undo' }).click()
    await expect(visitorPage.getByText('You get emails about comments again.')).toBeVisible()
    await page.reload()
    await expect(mails).toBeChecked()
  })

  await test.step('a mail program, without a cookie', async () => {
    await using program = await playwright.request.newContext()
    const url = `${ORIGIN}/api/notifications/unsubscribe/${token}`
    expect((await program.get(url)).ok()).toBe(true)
    await page.reload()
    await expect(mails).toBeChecked()
    const form = { 'List-Unsubscribe': 'One-Click' }
    expect((await program.post(url, { form })).status()).toBe(200)
    await page.reload()
    await expect(mails).not.toBeChecked()
  })
})
