import {
  getComment,
  getCommentCount,
  getFormByLabel,
  postComment,
  replyToComment,
} from '../support/comments.ts'
import { signInNewMember, insertPost, insertComment } from '../support/members.ts'
import { expect, test, waitForWebSocketAfter } from '../support/base-test.ts'

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
