import type { Page } from '@playwright/test'
import { commentOf, countShown, formOf, newComment, replyTo } from './discussion.ts'
import { enter, postBy, say } from './members.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  failUntilPressed,
  hasten,
  noisyTest,
  test,
  untilLive,
} from './visit.ts'

const COMMENTS = '**/api/comments'
const LIST = '**/api/comments/post/*'
const NOT_SENT = 'Failed to send comment. Please try again.'

noisyTest(
  'comments that cannot be loaded, sent or confirmed are said to be, and are sent once in the end',
  async ({ page, context }) => {
    noisyTest.slow()
    const ada = await enter(context, 'ada')
    const tide = await postBy(ada)
    await say(tide, { by: ada, content: 'Here all the time' })
    await page.clock.install()

    await test.step('a list that cannot be loaded', async () => {
      await failUntilPressed(page, LIST, 'none')
      await page.goto(tide.address)
      const failed = page.getByText('Error: Failed to fetch comments')
      await hasten(page, failed)
      await expectAccessibleOnBothScreens(page)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByText('Here all the time')).toBeVisible()
      await expect(failed).toBeHidden()
      await page.unroute(LIST)
    })

    await test.step('a comment that cannot be sent waits, through a reload too', async () => {
      await page.route(COMMENTS, (route) => route.abort())
      await newComment(page, 'Every word of it')
      const mine = commentOf(page, 'Every word of it')
      await expect(mine).toContainText(NOT_SENT)
      await expectAccessibleOnBothScreens(page)
      await mine.getByRole('button', { name: 'Retry' }).click()
      await expect(mine).toContainText(NOT_SENT)
      await page.reload()
      await expect(mine).toContainText(NOT_SENT)
      await expect(countShown(page)).toHaveText('Comments (1)')

      await newComment(page, 'Not worth it')
      const other = commentOf(page, 'Not worth it')
      await other.getByRole('button', { name: 'Discard' }).click()
      await expect(other).toHaveCount(0)
      await page.reload()
      await expect(mine).toContainText(NOT_SENT)
      await expect(other).toHaveCount(0)

      await page.unroute(COMMENTS)
      await mine.getByRole('button', { name: 'Retry' }).click()
      await expect(mine.getByRole('button', { name: 'Comment options' })).toBeVisible()
      await expect(page.getByText(NOT_SENT)).toBeHidden()
      await expect(countShown(page)).toHaveText('Comments (2)')
      expect((await tide.comments()).map(({ content }) => content)).toEqual([
        'Here all the time',
        'Every word of it',
      ])
    })

    await test.step('a comment whose answer was lost is one comment after Retry', async () => {
      await loseNextAnswer(page)
      await newComment(page, 'Said once')
      await expect(commentOf(page, 'Said once')).toContainText(NOT_SENT)
      await loseNextAnswer(page)
      await replyTo(page, 'Here all the time', 'Answered once')
      await expect(commentOf(page, 'Answered once')).toContainText(NOT_SENT)
      expect(await tide.comments()).toHaveLength(4)

      await commentOf(page, 'Said once').getByRole('button', { name: 'Retry' }).click()
      await commentOf(page, 'Answered once').getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText(NOT_SENT)).toHaveCount(0)
      await expect(countShown(page)).toHaveText('Comments (4)')
      expect(await tide.comments()).toHaveLength(4)
      expect(await tide.stats()).toMatchObject({ comments: 4 })
      await page.reload()
      for (const content of ['Every word of it', 'Said once', 'Answered once']) {
        await expect(page.getByText(content)).toHaveCount(1)
      }
    })
  },
)

/** The next comment arrives at the server, but its answer does not arrive here. */
async function loseNextAnswer(page: Page): Promise<void> {
  const lose = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route(COMMENTS, lose, { times: 1 })
}

test('likes and comments of others appear with the next refresh, on cards and where they belong', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const ada = await enter(context, 'ada')
  const tide = await postBy(ada)
  const question = await say(tide, { by: ada, content: 'Does it tick?' })
  await using elsewhere = await browser.newContext()
  const bob = await enter(elsewhere, 'bob')
  await page.clock.install()
  await untilLive(page, () => page.goto('/posts'))
  const card = page.getByRole('article', { name: tide.title })
  await expect(card).toContainText('1 comment')

  await bob.call('POST', '/api/comments', { postId: tide.id, content: 'One more' })
  await untilLive(page, () => page.clock.fastForward(31_000))
  await expect(card).toContainText('2 comments')
  await card.getByText('Read More').click()
  await expect(page.getByText('One more')).toBeVisible()
  await expect(page.getByText('Does it tick?')).toBeVisible()
  await expect(countShown(page)).toHaveText('Comments (2)')
  const like = page.getByRole('button', { name: `Like ${tide.title}` })
  await expect(like).toHaveAccessibleName(/, 0 likes$/)
  const field = formOf(page, 'Add a comment').getByRole('textbox')
  await field.fill('I am still typing')

  const other = await elsewhere.newPage()
  await other.goto(tide.address)
  await replyTo(other, 'Does it tick?', 'It does not')
  // What is sent takes its place first: a button that moves between press and release is not clicked.
  await expect(countShown(other)).toHaveText('Comments (3)')
  await newComment(other, 'Bob was here')
  await expect(countShown(other)).toHaveText('Comments (4)')
  await bob.call('POST', `/api/posts/${tide.id}/like`)
  await expect(page.getByText('Bob was here')).toBeHidden()
  await untilLive(page, () => page.clock.fastForward(31_000))

  await expect(commentOf(page, 'Does it tick?')).toContainText('It does not')
  await expect(page.getByText('Bob was here')).toBeVisible()
  await expect(countShown(page)).toHaveText('Comments (4)')
  await expect(like).toHaveAccessibleName(/, 1 like$/)
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(field).toHaveValue('I am still typing')
  await expect(field).toBeFocused()
  const theirs = commentOf(page, 'Bob was here')
  await expect(theirs.getByRole('link', { name: bob.userName })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Comment options' })).toBeHidden()

  const comments = await tide.comments()
  const [said, answered] = ['Bob was here', 'It does not'].map(
    (content) => comments.find((comment) => comment.content === content)?.id,
  )
  await bob.call('PUT', `/api/comments/${answered}`, { content: 'It hums' })
  await bob.call('DELETE', `/api/comments/${said}`)
  await ada.call('DELETE', `/api/comments/${question}`)
  await untilLive(page, () => page.clock.fastForward(31_000))
  await expect(commentOf(page, 'This comment was deleted')).toContainText('It hums')
  await expect(page.getByText('Bob was here')).toBeHidden()
  await expect(countShown(page)).toHaveText('Comments (2)')
})
