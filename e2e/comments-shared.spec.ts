import type { Page } from '@playwright/test'
import { commentOf, countShown, formOf, newComment, replyTo } from './discussion.ts'
import { enter, openSession, postBy, say } from './members.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  failUntilPressed,
  hasten,
  noisyTest,
  test,
  untilLive,
} from './visit.ts'

const COMMENTS = '**/api/comments'
const NOT_SENT = 'Failed to send comment. Please try again.'

noisyTest(
  'a comment that cannot be sent waits, through a reload too, and is sent once',
  async ({ page, context }) => {
    const tide = await postBy(await enter(context, 'ada'))
    await page.goto(tide.address)
    await page.route(COMMENTS, (route) => route.abort())
    await newComment(page, 'Every word of it')
    const mine = commentOf(page, 'Every word of it')
    await expect(mine).toContainText(NOT_SENT)
    await expectAccessibleInBothThemes(page)
    await mine.getByRole('button', { name: 'Retry' }).click()
    await expect(mine).toContainText(NOT_SENT)

    await page.reload()
    await expect(mine).toContainText(NOT_SENT)
    await expect(countShown(page)).toHaveText('Comments (0)')
    await page.unroute(COMMENTS)
    await mine.getByRole('button', { name: 'Retry' }).click()

    await expect(mine.getByRole('button', { name: 'Comment options' })).toBeVisible()
    await expect(page.getByText(NOT_SENT)).toBeHidden()
    await expect(countShown(page)).toHaveText('Comments (1)')
    await page.reload()
    await expect(page.getByText('Every word of it')).toHaveCount(1)
    expect((await tide.comments()).map(({ content }) => content)).toEqual(['Every word of it'])
  },
)

noisyTest('what cannot be sent can be let go', async ({ page, context }) => {
  const tide = await postBy(await enter(context, 'ada'))
  await page.goto(tide.address)
  await page.route(COMMENTS, (route) => route.abort())
  await newComment(page, 'Not worth it')
  await commentOf(page, 'Not worth it').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible()
})

noisyTest(
  'a comment whose answer was lost is one comment after Retry',
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const tide = await postBy(ada)
    await say(tide, { by: ada, content: 'The question' })
    await page.goto(tide.address)
    await loseNextAnswer(page)
    await newComment(page, 'Said once')
    await expect(commentOf(page, 'Said once')).toContainText(NOT_SENT)
    await loseNextAnswer(page)
    await replyTo(page, 'The question', 'Answered once')
    await expect(commentOf(page, 'Answered once')).toContainText(NOT_SENT)
    expect(await tide.comments()).toHaveLength(3)

    await commentOf(page, 'Said once').getByRole('button', { name: 'Retry' }).click()
    await commentOf(page, 'Answered once').getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(NOT_SENT)).toHaveCount(0)
    await expect(countShown(page)).toHaveText('Comments (3)')
    expect(await tide.comments()).toHaveLength(3)
    expect(await tide.stats()).toMatchObject({ comments: 3 })
    await page.reload()
    await expect(page.getByText('Said once')).toHaveCount(1)
    await expect(page.getByText('Answered once')).toHaveCount(1)
  },
)

/** The next comment arrives, but nobody hears of it. */
async function loseNextAnswer(page: Page): Promise<void> {
  const lose = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route(COMMENTS, lose, { times: 1 })
}

test('what others write, change and delete appears with the next look, where it belongs', async ({
  page,
  context,
  browser,
}) => {
  const ada = await enter(context, 'ada')
  const tide = await postBy(ada)
  const question = await say(tide, { by: ada, content: 'Does it tick?' })
  await page.clock.install()
  await untilLive(page, () => page.goto(tide.address))
  await expect(page.getByText('Does it tick?')).toBeVisible()
  const field = formOf(page, 'Add a comment').getByRole('textbox')
  await field.fill('I am still typing')

  await using elsewhere = await browser.newContext()
  const bob = await enter(elsewhere, 'bob')
  const other = await elsewhere.newPage()
  await other.goto(tide.address)
  await replyTo(other, 'Does it tick?', 'It does not')
  // What is sent takes its place first: a button that moves between press and release is not clicked.
  await expect(countShown(other)).toHaveText('Comments (2)')
  await newComment(other, 'Bob was here')
  await expect(countShown(other)).toHaveText('Comments (3)')
  await expect(page.getByText('Bob was here')).toBeHidden()
  await untilLive(page, () => page.clock.fastForward(31_000))

  await expect(commentOf(page, 'Does it tick?')).toContainText('It does not')
  await expect(page.getByText('Bob was here')).toBeVisible()
  await expect(countShown(page)).toHaveText('Comments (3)')
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
  await expect(countShown(page)).toHaveText('Comments (1)')
})

test('cards and pages elsewhere follow the count', async ({ page, context, browser }) => {
  const ada = await enter(context, 'ada')
  const tide = await postBy(ada)
  await page.clock.install()
  await untilLive(page, () => page.goto('/posts'))
  const card = page.getByRole('article', { name: tide.title })
  await expect(card).toContainText('0 comments')

  await using elsewhere = await browser.newContext()
  const bob = await enter(elsewhere, 'bob')
  await bob.call('POST', '/api/comments', { postId: tide.id, content: 'One more' })
  await untilLive(page, () => page.clock.fastForward(31_000))
  await expect(card).toContainText('1 comment')
  await card.getByText('Read More').click()
  await expect(page.getByText('One more')).toBeVisible()
  await expect(countShown(page)).toHaveText('Comments (1)')
})

test('a comment and a reply that are being written survive a reload, for their author only', async ({
  page,
  context,
  browser,
}) => {
  const ada = await enter(context, 'ada')
  const tide = await postBy(ada)
  await say(tide, { by: ada, content: 'Answer me' })
  await page.goto(tide.address)
  const reply = commentOf(page, 'Answer me').getByRole('button', { name: /^Reply/ })
  await reply.first().click()
  await commentOf(page, 'Answer me').getByRole('textbox').fill('Half a reply')
  await formOf(page, 'Add a comment').getByRole('textbox').fill('Half a comment')

  await page.reload()
  const field = formOf(page, 'Add a comment').getByRole('textbox')
  await expect(field).toHaveValue('Half a comment')
  await reply.first().click()
  await expect(commentOf(page, 'Answer me').getByRole('textbox')).toHaveValue('Half a reply')

  await using elsewhere = await browser.newContext()
  const bob = await enter(elsewhere, 'bob')
  await openSession(context, bob.id)
  await page.goto(tide.address)
  await expect(field).toHaveValue('')
  await openSession(context, ada.id)
  await page.goto(tide.address)
  await expect(field).toHaveValue('Half a comment')
})

noisyTest(
  'comments that cannot be had are said to be missing, and can be tried again',
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const tide = await postBy(ada)
    await say(tide, { by: ada, content: 'Here all the time' })
    await page.clock.install()
    await failUntilPressed(page, '**/api/comments/post/*', 'none')
    await page.goto(tide.address)
    await hasten(page, page.getByText('Error: Failed to fetch comments'))
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('Here all the time')).toBeVisible()
    await expect(page.getByText('Error: Failed to fetch comments')).toBeHidden()
  },
)

test('the keyboard alone writes, answers, changes and deletes', async ({ page, context }) => {
  const tide = await postBy(await enter(context, 'ada'))
  await page.goto(tide.address)
  const { keyboard } = page
  await formOf(page, 'Add a comment').getByRole('textbox').focus()
  await keyboard.type('Typed blind')
  await keyboard.press('Control+Enter')
  await expect(countShown(page)).toHaveText('Comments (1)')

  const comment = commentOf(page, 'Typed blind')
  await comment.getByRole('button', { name: /^Reply/ }).focus()
  await keyboard.press('Enter')
  await expect(comment.getByRole('textbox')).toBeFocused()
  await keyboard.press('Escape')
  await expect(comment.getByRole('button', { name: /^Reply/ })).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.type('Beneath it')
  await keyboard.press('Control+Enter')
  await expect(countShown(page)).toHaveText('Comments (2)')
  await expect(comment.getByRole('button', { name: /^Reply/ }).first()).toBeFocused()

  const below = commentOf(page, 'Beneath it')
  await below.getByRole('button', { name: 'Comment options' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(formOf(page, 'Edit comment').getByRole('textbox')).toBeFocused()
  await keyboard.type(', changed')
  await keyboard.press('Control+Enter')
  await expect(below).toContainText('Beneath it, changed')
  await expect(below.getByRole('button', { name: 'Comment options' })).toBeFocused()

  await keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).focus()
  await keyboard.press('Enter')
  await expect(countShown(page)).toHaveText('Comments (1)')
  await expect(comment).toBeFocused()
  expect((await tide.comments()).map(({ content }) => content)).toEqual(['Typed blind'])
})
