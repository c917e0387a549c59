import type { Page } from '@playwright/test'
import {
  getComment,
  getCommentCount,
  getFormByLabel,
  holdRequests,
  postComment,
  replyToComment,
} from '../support/comments.ts'
import { signInNewMember, insertPost, insertComment } from '../support/members.ts'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  test,
} from '../support/base-test.ts'

const DEPTH_MAX = 5
const NO_COMMENTS_TEXT = 'No comments yet. Be the first to comment!'

test('the first comment appears at once, is stored, and is counted on page and card', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await page.goto('/posts')
  await page.getByRole('article', { name: post.title }).getByText('Read More').click()
  await expect(page.getByText(NO_COMMENTS_TEXT)).toBeVisible()
  await expect(getCommentCount(page)).toHaveText('Comments (0)')

  const heldRequests = await holdRequests(page, '**/api/comments')
  await postComment(page, 'What a *lovely* clock')
  const ownComment = getComment(page, 'What a lovely clock')
  await expect(ownComment).toContainText('Sending...')
  await expect(page.getByText(NO_COMMENTS_TEXT)).toBeHidden()
  await expect(getFormByLabel(page, 'Add a comment').getByRole('textbox')).toHaveValue('')
  expect(await post.readComments()).toEqual([])
  heldRequests.release()

  await expect(ownComment).not.toContainText('Sending...')
  await expect(ownComment.getByRole('link', { name: ada.userName })).toBeVisible()
  await expect(getCommentCount(page)).toHaveText('Comments (1)')
  await expect(page.getByLabel('About this project').getByText('1 comment')).toBeVisible()
  expect(await post.readComments()).toMatchObject([
    { content: 'What a *lovely* clock', author_id: ada.id },
  ])
  await page.goBack()
  await expect(page.getByRole('article', { name: post.title })).toContainText('1 comment')
  await page.reload()
  await expect(page.getByRole('article', { name: post.title })).toContainText('1 comment')
})

test('the floating button focuses the form; replies nest six levels deep and fit the narrowest screen', async ({
  page,
  context,
}) => {
  // `generateUser` adds a suffix that makes this the longest possible username.
  const ada = await signInNewMember(context, 'w'.repeat(23))
  const post = await insertPost(ada, { body: 'Long\n\n'.repeat(200) })
  let parent: string | undefined
  for (let level = 0; level < DEPTH_MAX; level += 1) {
    parent = await insertComment(post, { by: ada, content: `Level ${level}`, parent })
  }
  await page.goto(post.path)
  const button = page.getByRole('button', { name: 'Write a comment' })
  await expect(button).toBeInViewport()
  await button.click()
  const field = getFormByLabel(page, 'Add a comment').getByRole('textbox')
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(button).toBeHidden()

  for (const level of [DEPTH_MAX, DEPTH_MAX + 1]) {
    await expect(getCommentCount(page)).toHaveText(`Comments (${level})`)
    await replyToComment(page, `Level ${level - 1}`, `Level ${level}`)
    await expect(getComment(page, `Level ${level}`)).toBeVisible()
  }
  await expect(getCommentCount(page)).toHaveText('Comments (7)')
  const expectedDepths = [0, 1, 2, 3, 4, 5, 5]
  expect(await measureNesting(page, 7)).toEqual(expectedDepths)
  expect((await post.readComments()).map(({ depth }) => depth)).toEqual(expectedDepths)
  await page.reload()
  await expect(getComment(page, 'Level 6')).toBeVisible()
  expect(await measureNesting(page, 7)).toEqual(expectedDepths)
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(getComment(page, 'Level 6')).toBeVisible()
  await expectNoHorizontalScroll(page)
})

async function measureNesting(page: Page, count: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, (_, level) =>
      getComment(page, `Level ${level}`).evaluate((comment) => {
        let depth = 0
        for (let parent = comment.parentElement?.closest('li[id]'); parent; depth += 1) {
          parent = parent.parentElement?.closest('li[id]')
        }
        return depth
      }),
    ),
  )
}

test('comments can be written, replied to, edited and deleted by keyboard, and every form and menu is accessible', async ({
  page,
  context,
}) => {
  test.slow()
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await page.goto(post.path)
  const { keyboard } = page
  await getFormByLabel(page, 'Add a comment').getByRole('textbox').focus()
  await keyboard.type('# Tides and `ebb`')
  await keyboard.press('Control+Enter')
  await expect(getCommentCount(page)).toHaveText('Comments (1)')

  const comment = getComment(page, 'Tides and ebb')
  const reply = comment.getByRole('button', { name: /^Reply/ })
  await reply.focus()
  await keyboard.press('Enter')
  await expect(comment.getByRole('textbox')).toBeFocused()
  await keyboard.press('Escape')
  await expect(reply).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.type('Beneath it')
  await keyboard.press('Control+Enter')
  await expect(getCommentCount(page)).toHaveText('Comments (2)')
  await expect(reply.first()).toBeFocused()

  const nestedReply = getComment(page, 'Beneath it')
  const options = nestedReply.getByRole('button', { name: 'Comment options' })
  const edit = page.getByRole('menuitem', { name: 'Edit' })
  await reply.first().click()
  await options.focus()
  await keyboard.press('Enter')
  await expect(edit).toBeFocused()
  await keyboard.press('Enter')
  const editor = getFormByLabel(page, 'Edit comment').getByRole('textbox')
  await expect(editor).toBeFocused()
  await expect(editor).toHaveValue('Beneath it')
  await expectAccessibleOnBothScreens(page)
  await editor.focus()
  await keyboard.press('End')
  await keyboard.type(', changed')
  await keyboard.press('Control+Enter')
  await expect(nestedReply).toContainText('Beneath it, changed')
  await expect(nestedReply).toContainText('edited')
  await expect(options).toBeFocused()
  expect((await post.readComments()).map(({ content }) => content)).toEqual([
    '# Tides and `ebb`',
    'Beneath it, changed',
  ])
  await page.reload()
  await expect(nestedReply).toContainText('edited')

  const dialog = page.getByRole('alertdialog')
  await options.focus()
  await keyboard.press('Enter')
  await expect(edit).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).focus()
  await keyboard.press('Enter')
  await expect(getCommentCount(page)).toHaveText('Comments (1)')
  await expect(comment).toBeFocused()
  expect((await post.readComments()).map(({ content }) => content)).toEqual(['# Tides and `ebb`'])

  await test.step('a deleted comment leaves a tombstone until the last reply is deleted', async () => {
    await replyToComment(page, 'Tides and ebb', 'An answer')
    await expect(getCommentCount(page)).toHaveText('Comments (2)')
    await chooseDelete('Tides and ebb')
    await expect(dialog).toContainText('Are you sure you want to delete this comment?')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(getCommentCount(page)).toHaveText('Comments (2)')

    await chooseDelete('Tides and ebb')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    const tombstone = getComment(page, 'This comment was deleted')
    await expect(tombstone).toBeVisible()
    await expect(page.getByText('Tides and')).toBeHidden()
    await expect(tombstone.getByRole('button', { name: /^Reply/ })).toHaveCount(1)
    await expect(getCommentCount(page)).toHaveText('Comments (1)')
    expect(await post.readStats()).toEqual({ likes: 0, comments: 1 })

    await chooseDelete('An answer')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(NO_COMMENTS_TEXT)).toBeVisible()
    await expect(getCommentCount(page)).toHaveText('Comments (0)')
    expect(await post.readComments()).toEqual([])
  })

  async function chooseDelete(content: string): Promise<void> {
    const menu = getComment(page, content).getByRole('button', { name: 'Comment options' })
    await menu.first().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
})
