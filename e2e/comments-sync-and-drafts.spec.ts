import type { Page } from '@playwright/test'
import {
  getComment,
  getCommentCount,
  getFormByLabel,
  postComment,
  replyToComment,
} from './comments.ts'
import { signInNewMember, insertPost, insertComment } from './members.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  failUntilPointerDown,
  fastForwardUntilVisible,
  testIgnoringConsole,
  test,
  waitForWebSocketAfter,
} from './base-test.ts'

const COMMENTS_ENDPOINT = '**/api/comments'
const LIST_ENDPOINT = '**/api/comments/post/*'
const WAITING = 'Waiting to send'

testIgnoringConsole(
  'failures to load, send or confirm comments are shown, and each comment is stored once in the end',
  async ({ page, context }) => {
    testIgnoringConsole.slow()
    const ada = await signInNewMember(context, 'ada')
    const post = await insertPost(ada)
    await insertComment(post, { by: ada, content: 'Here all the time' })
    await page.clock.install()

    await test.step('a list that cannot be loaded', async () => {
      await failUntilPointerDown(page, LIST_ENDPOINT, 'network-error')
      await page.goto(post.path)
      const error = page.getByText('Error: Failed to fetch comments')
      await fastForwardUntilVisible(page, error)
      await expectAccessibleOnBothScreens(page)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByText('Here all the time')).toBeVisible()
      await expect(error).toBeHidden()
      await page.unroute(LIST_ENDPOINT)
    })

    await test.step('an unsent comment survives a reload', async () => {
      await page.route(COMMENTS_ENDPOINT, (route) => route.abort())
      await postComment(page, 'Every word of it')
      const ownComment = getComment(page, 'Every word of it')
      await expect(ownComment).toContainText(WAITING)
      await expectAccessibleOnBothScreens(page)
      await page.reload()
      await expect(ownComment).toContainText(WAITING)
      await expect(getCommentCount(page)).toHaveText('Comments (1)')

      await postComment(page, 'Not worth it')
      const discarded = getComment(page, 'Not worth it')
      await discarded.getByRole('button', { name: 'Discard' }).click()
      await expect(discarded).toHaveCount(0)
      await page.reload()
      await expect(ownComment).toContainText(WAITING)
      await expect(discarded).toHaveCount(0)

      await page.unroute(COMMENTS_ENDPOINT)
      await sendWaitingComments(page)
      await expect(ownComment.getByRole('button', { name: 'Comment options' })).toBeVisible()
      await expect(page.getByText(WAITING)).toBeHidden()
      await expect(getCommentCount(page)).toHaveText('Comments (2)')
      expect((await post.readComments()).map(({ content }) => content)).toEqual([
        'Here all the time',
        'Every word of it',
      ])
    })

    await test.step('a comment whose response was lost is stored once', async () => {
      await dropNextResponse(page)
      await postComment(page, 'Said once')
      await expect(getComment(page, 'Said once')).toContainText(WAITING)
      await sendWaitingComments(page)
      await expect(page.getByText(WAITING)).toHaveCount(0)
      await dropNextResponse(page)
      await replyToComment(page, 'Here all the time', 'Answered once')
      await expect(getComment(page, 'Answered once')).toContainText(WAITING)
      expect(await post.readComments()).toHaveLength(4)
      await sendWaitingComments(page)
      await expect(page.getByText(WAITING)).toHaveCount(0)
      await expect(getCommentCount(page)).toHaveText('Comments (4)')
      expect(await post.readComments()).toHaveLength(4)
      expect(await post.readStats()).toMatchObject({ comments: 4 })
      await page.reload()
      for (const content of ['Every word of it', 'Said once', 'Answered once']) {
        await expect(page.getByText(content)).toHaveCount(1)
      }
    })
  },
)

/** Makes the page send its waiting comments at once, as it does when the network returns. */
async function sendWaitingComments(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** Lets the next comment reach the server and drops the response. */
async function dropNextResponse(page: Page): Promise<void> {
  const dropResponse = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route(COMMENTS_ENDPOINT, dropResponse, { times: 1 })
}

test('other members’ likes and comments appear with the next refresh, on cards and on the post', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  const question = await insertComment(post, { by: ada, content: 'Does it tick?' })
  await using otherContext = await browser.newContext()
  const bob = await signInNewMember(otherContext, 'bob')
  await page.clock.install()
  await waitForWebSocketAfter(page, () => page.goto('/posts'))
  const card = page.getByRole('article', { name: post.title })
  await expect(card).toContainText('1 comment')

  await bob.call('POST', '/api/comments', { postId: post.id, content: 'One more' })
  await waitForWebSocketAfter(page, () => page.clock.fastForward(31_000))
  await expect(card).toContainText('2 comments')
  await card.getByText('Read More').click()
  await expect(page.getByText('One more')).toBeVisible()
  await expect(page.getByText('Does it tick?')).toBeVisible()
  await expect(getCommentCount(page)).toHaveText('Comments (2)')
  const like = page.getByRole('button', { name: `Like ${post.title}` })
  await expect(like).toHaveAccessibleName(/, 0 likes$/)
  const field = getFormByLabel(page, 'Add a comment').getByRole('textbox')
  await field.fill('I am still typing')

  const otherPage = await otherContext.newPage()
  await otherPage.goto(post.path)
  await replyToComment(otherPage, 'Does it tick?', 'It does not')
  // The reply must be rendered first: a button that moves between press and release is not clicked.
  await expect(getCommentCount(otherPage)).toHaveText('Comments (3)')
  await postComment(otherPage, 'Bob was here')
  await expect(getCommentCount(otherPage)).toHaveText('Comments (4)')
  await bob.call('POST', `/api/posts/${post.id}/like`)
  await expect(page.getByText('Bob was here')).toBeHidden()
  await waitForWebSocketAfter(page, () => page.clock.fastForward(31_000))

  await expect(getComment(page, 'Does it tick?')).toContainText('It does not')
  await expect(page.getByText('Bob was here')).toBeVisible()
  await expect(getCommentCount(page)).toHaveText('Comments (4)')
  await expect(like).toHaveAccessibleName(/, 1 like$/)
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(field).toHaveValue('I am still typing')
  await expect(field).toBeFocused()
  const otherComment = getComment(page, 'Bob was here')
  await expect(otherComment.getByRole('link', { name: bob.userName })).toBeVisible()
  await expect(otherComment.getByRole('button', { name: 'Comment options' })).toBeHidden()

  const comments = await post.readComments()
  const [commentId, replyId] = ['Bob was here', 'It does not'].map(
    (content) => comments.find((comment) => comment.content === content)?.id,
  )
  await bob.call('PUT', `/api/comments/${replyId}`, { content: 'It hums' })
  await bob.call('DELETE', `/api/comments/${commentId}`)
  await ada.call('DELETE', `/api/comments/${question}`)
  await waitForWebSocketAfter(page, () => page.clock.fastForward(31_000))
  await expect(getComment(page, 'This comment was deleted')).toContainText('It hums')
  await expect(page.getByText('Bob was here')).toBeHidden()
  await expect(getCommentCount(page)).toHaveText('Comments (2)')
})
