import type { BrowserContext, Page } from '@playwright/test'
import {
  expect,
  expectAccessibleOnBothScreens,
  testIgnoringConsole,
  waitForHydration,
} from '../support/base-test.ts'
import { getComment } from '../support/comments.ts'
import {
  database,
  insertPost,
  openSession,
  signInNewMember,
  type Member,
} from '../support/members.ts'
import { setSamplePassword, submitLoginForm } from '../support/sessions.ts'

const VIEWER = '**/api/users/me'
const TITLE = 'Written by Ada'
const WORDS = 'Typed by Ada'

testIgnoringConsole(
  'what ada typed in one tab is not sent as bob, who signs in in another, and is there when ada returns',
  async ({ context, page: loginTab }) => {
    testIgnoringConsole.slow()
    const bob = await signInNewMember(context, 'bob')
    await setSamplePassword(bob)
    await context.clearCookies()
    await loginTab.goto('/login')
    // A login page that notices a session redirects.
    await waitForHydration(loginTab)
    await loginTab.route(VIEWER, (route) => route.abort())
    const ada = await signInNewMember(context, 'ada')
    const post = await insertPost(ada)

    const formTab = await openCutOffTab(context, '/posts/create')
    await formTab.getByLabel('Title').fill(TITLE)
    await formTab.getByLabel('Content').fill(WORDS)
    await formTab.getByLabel('GitHub URL').fill('https://github.com/ada/tide')
    const messageTab = await openCutOffTab(context, `/messages/${bob.id}`)
    const composer = messageTab.getByRole('textbox', { name: `Message to ${bob.userName}` })
    await composer.fill(WORDS)
    const commentTab = await context.newPage()
    await commentTab.goto(post.path)
    await commentTab.getByLabel('Add a comment').fill(WORDS)

    await loginTab.unroute(VIEWER)
    await submitLoginForm(loginTab, bob)
    await loginTab.waitForURL('**/posts')

    // This tab notices the new member by itself, the others when their call is refused.
    await expectSwitchBar(commentTab, ada, bob)
    await expect(commentTab.getByLabel('Add a comment')).toHaveValue(WORDS)
    await expectAccessibleOnBothScreens(commentTab)
    await commentTab.getByRole('button', { name: 'Post comment' }).click()
    await expect(getComment(commentTab, WORDS)).toContainText('Nothing was sent.')

    await formTab.getByRole('button', { name: 'Create Project' }).click()
    await expectSwitchBar(formTab, ada, bob)
    await expect(formTab.getByLabel('Title')).toHaveValue(TITLE)
    await composer.press('Enter')
    await expectSwitchBar(messageTab, ada, bob)
    await expect(messageTab.getByText(WORDS)).toBeVisible()

    expect(await readWritten([ada.id, bob.id])).toEqual({ posts: [], comments: [], messages: [] })

    await formTab.unroute(VIEWER)
    await formTab.getByRole('button', { name: `Reload as @${bob.userName}` }).click()
    await expect(formTab.getByRole('button', { name: `Account of ${bob.userName}` })).toBeVisible()
    await expect(formTab.getByLabel('Title')).toHaveValue('')
    await commentTab.reload()
    await expect(commentTab.getByLabel('Add a comment')).toBeVisible()
    await expect(commentTab.getByText(WORDS)).toBeHidden()

    await openSession(context, ada.id)
    await formTab.reload()
    await expect(formTab.getByLabel('Title')).toHaveValue(TITLE)
    await commentTab.reload()
    await getComment(commentTab, WORDS).getByRole('button', { name: 'Retry' }).click()
    await messageTab.unroute(VIEWER)
    await messageTab.reload()
    await expect
      .poll(() => readWritten([ada.id, bob.id]))
      .toEqual({ posts: [], comments: [ada.id], messages: [ada.id] })
  },
)

/** Opens a page that then cannot ask who is signed in, as on a bad connection, and so does not notice a switch by itself. */
async function openCutOffTab(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('button', { name: /^Account of ada/ })).toBeVisible()
  await page.route(VIEWER, (route) => route.abort())
  return page
}

type Name = Pick<Member, 'userName'>

async function expectSwitchBar(page: Page, from: Name, to: Name): Promise<void> {
  const bar = page.getByRole('alert').filter({ hasText: 'You are now logged in as' }).first()
  await expect(bar).toContainText(`You are now logged in as @${to.userName}.`)
  await expect(bar).toContainText(`This page is still @${from.userName}’s`)
}

/** The authors of everything that these members have written since the test began, but for the post it began with. */
async function readWritten(members: string[]) {
  const posts = database.selectFrom('posts').select('author_id').where('title', '=', TITLE)
  const comments = database.selectFrom('comments').select('author_id')
  const messages = database.selectFrom('messages').select('sender_id')
  const [postRows, commentRows, messageRows] = await Promise.all([
    posts.where('author_id', 'in', members).execute(),
    comments.where('author_id', 'in', members).execute(),
    messages.where('sender_id', 'in', members).execute(),
  ])
  return {
    posts: postRows.map(({ author_id }) => author_id),
    comments: commentRows.map(({ author_id }) => author_id),
    messages: messageRows.map(({ sender_id }) => sender_id),
  }
}
