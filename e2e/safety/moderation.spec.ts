import type { Browser, Page } from '@playwright/test'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectAnnouncement,
  test,
  waitForHydration,
} from '../support/base-test.ts'
import {
  buildMessageFixtures,
  insertConversation,
  insertMember,
} from '../support/conversation-fixtures.ts'
import { tabWithVisibleFocusTo } from '../support/keyboard.ts'
import {
  database,
  insertComment,
  insertPost,
  signInNewMember,
  type Member,
} from '../support/members.ts'
import {
  decideByKeyboard,
  grantRole,
  proveByKeyboard,
  readCaseId,
  signInNewModerator,
} from './moderation.ts'
import { generateWord } from '../support/posts.ts'
import { waitForPageCacheExpiry } from '../support/test-database.ts'

const RULED = 'We hid this because it breaks the rule “No scams”: It asks for a deposit.'
const OBJECTION = 'This is my own project and nobody pays anything.'

test('a reported post is hidden everywhere, and comes back with its rank when the objection is right', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  const word = generateWord()
  const author = await openBrowser(browser, 'ada', signInNewMember)
  const title = `Easy money ${word}`
  const post = await insertPost(author.member, { title })
  const cleo = await signInNewMember(context, 'cleo')
  await cleo.call('POST', `/api/posts/${post.id}/like`)
  await expect.poll(async () => readRank(post.id)).toMatchObject({ like_count: 1 })
  const rank = await readRank(post.id)
  await expect.poll(async () => listPlaces(cleo, post.id, word)).toEqual(EVERYWHERE)

  await test.step('report by keyboard', async () => {
    await page.goto(post.path)
    await waitForHydration(page)
    await tabWithVisibleFocusTo(page, page.getByRole('button', { name: 'Project options' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: /^Mute/ }).first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Report' })).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Report' })
    await expect(dialog).toBeVisible()
    await expectAccessibleOnBothScreens(page)
    await tabWithVisibleFocusTo(page, dialog.getByRole('radio', { name: 'Spam' }))
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: 'Scam' })).toBeChecked()
    await tabWithVisibleFocusTo(page, dialog.getByLabel('Note', { exact: true }))
    await page.keyboard.type('It wants a deposit')
    await tabWithVisibleFocusTo(page, dialog.getByRole('button', { name: 'Send report' }))
    await page.keyboard.press('Enter')
    await expectAnnouncement(page, 'Thank you. A moderator will look at it')
    await expect(dialog).toBeHidden()
  })

  await test.step('review by keyboard', async () => {
    const { page: review } = await openBrowser(browser, 'mia', signInNewModerator)
    await review.goto('/review')
    const caseId = await readCaseId(post.id)
    await moveTo(review, `/review/${caseId}`)
    await expect(review.getByRole('heading', { name: /^Post by ada/ })).toBeVisible()
    await expect(review.getByText('It wants a deposit')).toBeVisible()
    await expectAccessibleOnBothScreens(review)
    const decided = waitForDecision(review)
    await decideByKeyboard(review, '2', 'It asks for a deposit.')
    await proveByKeyboard(review)
    await decided
  })

  await test.step('hidden from everybody else within a second', async () => {
    await waitForPageCacheExpiry()
    expect(await listPlaces(cleo, post.id, word)).toEqual([])
    expect(await readRank(post.id)).toBeUndefined()
    await page.goto('/settings/decisions')
    await expect(page.getByText('We looked at it and took action')).toBeVisible()
  })

  await test.step('the author reads why, and objects', async () => {
    await author.page.goto('/my-posts')
    const card = author.page.getByRole('article', { name: title })
    await expect(card.getByText('Hidden', { exact: true })).toBeVisible()
    await author.page.goto(post.path)
    await expect(author.page.getByText(RULED)).toBeVisible()
    await author.page.getByRole('button', { name: 'Object' }).click()
    await author.page.getByLabel('Why is this decision wrong?').fill(OBJECTION)
    await expectAccessibleOnBothScreens(author.page)
    await author.page.getByRole('button', { name: 'Send objection' }).click()
    await expectAnnouncement(author.page, 'We will look again')
    await expect(author.page.getByText(OBJECTION)).toBeVisible()
  })

  await test.step('another moderator takes it back', async () => {
    const { page: review } = await openBrowser(browser, 'max', signInNewModerator)
    await review.goto(`/review/${await readCaseId(post.id)}?state=appealed`)
    await expect(review.getByText(OBJECTION)).toBeVisible()
    const decided = waitForDecision(review)
    await decideByKeyboard(review, '2', 'We were wrong.')
    await proveByKeyboard(review)
    await decided
  })

  await test.step('visible again, with its rank', async () => {
    await waitForPageCacheExpiry()
    expect(await listPlaces(cleo, post.id, word)).toEqual(EVERYWHERE)
    expect(await readRank(post.id)).toEqual(rank)
    await author.page.goto('/settings/decisions')
    await expect(author.page.getByText('The decision is taken back. We are sorry.')).toBeVisible()
    await expectAccessibleOnBothScreens(author.page)
    await author.page.goto(post.path)
    await expect(author.page.getByRole('heading', { name: title })).toBeVisible()
    await expect(author.page.getByText(RULED)).toBeHidden()
  })
})

test('a comment, a message and a profile can be reported, and the author blocked with it', async ({
  page,
  context,
}) => {
  const cleo = await signInNewMember(context, 'cleo')
  const bob = await insertMember('bob')
  const post = await insertPost(cleo)
  const comment = await insertComment(post, { by: bob, content: 'Buy my course' })
  await insertConversation(cleo, bob, buildMessageFixtures(cleo, bob, 4))

  await page.goto(post.path)
  await page.getByRole('button', { name: 'More options: Buy my course' }).click()
  await report(page, 'Spam')
  await page.goto(`/messages/${bob.id}`)
  await page.getByRole('button', { name: 'Conversation options' }).click()
  await report(page, 'Harassment', 'The last ten messages are sent with your report.')
  await page.goto(`/profile/${bob.userName}`)
  await page.getByRole('button', { name: 'Profile options' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await page.getByRole('checkbox', { name: `Also block ${bob.userName}` }).click()
  await chooseReasonAndSend(page, 'Impersonation')

  const cases = await database
    .selectFrom('cases')
    .select(['kind', 'subject_id'])
    .where('author_id', '=', bob.id)
    .orderBy('id')
    .execute()
  expect(cases).toEqual([
    { kind: 'comment', subject_id: comment },
    expect.objectContaining({ kind: 'message' }),
    { kind: 'member', subject_id: bob.id },
  ])
  const block = database.selectFrom('blocks').selectAll().where('member_id', '=', cleo.id)
  await expect.poll(async () => block.execute()).toHaveLength(1)
})

test('a received message is reported from its own menu', async ({ page, context }) => {
  const cleo = await signInNewMember(context, 'cleo')
  const bob = await insertMember('bob')
  await insertConversation(cleo, bob, [
    { by: bob, content: 'Send me your password', at: new Date(Date.now() - 60_000) },
    { by: bob, content: 'Hello?', at: new Date() },
  ])
  await page.goto(`/messages/${bob.id}`)
  const message = page.getByRole('listitem').filter({ hasText: 'Send me your password' })
  await message.hover()
  await message.getByRole('button', { name: 'Options of' }).click()
  await page.getByRole('menuitem', { name: 'Report message' }).click()
  await chooseReasonAndSend(page, 'Scam')
  const { excerpt } = await database
    .selectFrom('cases')
    .select('excerpt')
    .where('author_id', '=', bob.id)
    .executeTakeFirstOrThrow()
  expect(excerpt).toBe('')
})

test('the review is for moderators, and its audit log for admins', async ({ page, context }) => {
  const mia = await signInNewMember(context, 'mia')
  for (const path of ['/review', '/review/audit']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await grantRole(mia, 'admin')
  await page.goto('/posts')
  await page.getByRole('button', { name: `Account of ${mia.userName}` }).click()
  await page.getByRole('menuitem', { name: 'Review' }).click()
  await expect(page.getByRole('heading', { name: 'Review', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expectAccessibleOnBothScreens(page)
  await page.keyboard.press('?')
  await expect(page.getByText('Choose a decision')).toBeVisible()
})

async function report(page: Page, reason: string, text?: string): Promise<void> {
  await page.getByRole('menuitem', { name: 'Report' }).click()
  if (text) await expect(page.getByText(text)).toBeVisible()
  await chooseReasonAndSend(page, reason)
}

async function chooseReasonAndSend(page: Page, reason: string): Promise<void> {
  await page.getByRole('radio', { name: reason }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('dialog', { name: 'Report' })).toBeHidden()
}

/** Opens a browser of its own for a new member. */
async function openBrowser(
  browser: Browser,
  name: string,
  signIn: (context: Awaited<ReturnType<Browser['newContext']>>, name: string) => Promise<Member>,
) {
  const context = await browser.newContext()
  return { member: await signIn(context, name), page: await context.newPage() }
}

/** The decision is sent again once the moderator has proved that it is them. */
async function waitForDecision(page: Page): Promise<unknown> {
  return page.waitForResponse((response) => response.url().endsWith('/decision') && response.ok())
}

/** Presses J until the case at this path is current. */
async function moveTo(page: Page, path: string): Promise<void> {
  const queue = page.getByRole('region', { name: 'Queue' })
  const current = queue.locator('a[aria-current="true"]')
  await expect(queue.locator(`a[href="${path}"]`)).toBeVisible()
  // Other tests open and decide cases meanwhile, so that only the current one is looked at.
  for (;;) {
    const currentPath = (await current.getAttribute('href')) ?? ''
    if (currentPath === path) return
    await page.keyboard.press('j')
    await expect(current).not.toHaveAttribute('href', currentPath)
  }
}

const EVERYWHERE = ['feed', 'search', 'page', 'feed.xml']

/** Where a member and visitors find the post. */
async function listPlaces({ call }: Member, id: string, word: string): Promise<string[]> {
  const [feed, search, post, atom] = await Promise.all([
    call('GET', '/api/posts/browse?limit=50'),
    call('GET', `/api/posts/browse?q=${word}`),
    call('GET', `/api/posts/auth/${id}`),
    call('GET', '/feed.xml'),
  ])
  const isFound = [
    (await feed.text()).includes(id),
    (await search.text()).includes(id),
    post.status() === 200,
    (await atom.text()).includes(id),
  ]
  return EVERYWHERE.filter((_, index) => isFound[index])
}

async function readRank(id: string) {
  return database.selectFrom('post_ranks').selectAll().where('post_id', '=', id).executeTakeFirst()
}
