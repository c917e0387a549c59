import { createComment } from '@dolph/contract/comments/comments'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockReply, mockDelayedReply } from '../../../testing/fake-api.ts'
import {
  mockThreadPages,
  findComment,
  withinComment,
  renderComments,
  OWN_COMMENT,
} from '../../../testing/render-comments.tsx'
import {
  getCommentId,
  createCommentFixture,
  createAddedCommentFixture,
} from '../../../testing/fixtures/comment-fixtures.ts'

const user = userEvent.setup()

describe('a reply', () => {
  test('is written below its parent; the focus moves to the form and back', async () => {
    const release = mockDelayedReply(createComment, () => createPostedReply(3, 'I agree', 1), 201)
    await renderOneComment()
    const replyButton = screen.getByRole('button', { name: 'Reply to bob' })
    await user.click(replyButton)
    const form = screen.getByLabelText('Reply to bob')
    expect(document.activeElement).toBe(form)
    expect((await findComment('Comment 1')).contains(form)).toBe(true)

    await user.type(form, 'I agree')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(screen.queryByLabelText('Reply to bob')).toBeNull()
    expect(document.activeElement).toBe(replyButton)
    const sending = await findComment('I agree')
    expect(within(sending).getByText('Sending...')).toBeTruthy()
    expect(sending.parentElement?.closest('li')).toBe(await findComment('Comment 1'))

    release()
    await screen.findByText('Comment posted')
    expect((await findComment('I agree')).id).toBe(`comment-${getCommentId(3)}`)
    expect(screen.getByRole('button', { name: '1 reply' })).toBeTruthy()
  })

  test('is closed by Escape and Cancel, and keeps its draft', async () => {
    await renderOneComment()
    const replyButton = screen.getByRole('button', { name: 'Reply to bob' })
    await user.click(replyButton)
    await user.keyboard('Half a thought{Escape}')
    expect(screen.queryByLabelText('Reply to bob')).toBeNull()
    expect(document.activeElement).toBe(replyButton)

    await user.click(replyButton)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reply to bob').value).toBe('Half a thought')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(replyButton)
  })

  test('expands the thread it belongs to', async () => {
    mockReply(createComment, createPostedReply(3, 'I agree', 1))
    mockThreadPages([createCommentFixture(1, { replies: [createCommentFixture(2)] })])
    renderComments(2)
    await user.click(await screen.findByRole('button', { name: '1 reply' }))
    await user.click(screen.getByRole('button', { name: 'Reply to bob' }))
    await user.keyboard('I agree{Control>}{Enter}{/Control}')
    expect((await findComment('I agree')).closest('[hidden]')).toBeNull()
    expect((await findComment('Comment 2')).closest('[hidden]')).toBeNull()
  })

  test('to a comment at the maximum depth is shown beside it', async () => {
    const deep = [5, 4, 3, 2].reduce(
      (child, number) => createCommentFixture(number, { replies: [child] }),
      createCommentFixture(6, { content: 'Deepest' }),
    )
    const requests = mockReply(createComment, createPostedReply(7, 'Deeper', 5))
    mockThreadPages([createCommentFixture(1, { replies: [deep] })])
    renderComments(6)
    await user.click((await withinComment('Deepest')).getByRole('button', { name: 'Reply to bob' }))
    await user.keyboard('Deeper{Control>}{Enter}{/Control}')
    expect((await findComment('Deeper')).previousElementSibling).toBe(await findComment('Deepest'))
    await screen.findByText('Comment posted')
    expect((await findComment('Deeper')).previousElementSibling).toBe(await findComment('Deepest'))
    expect(requests[0]?.body).toMatchObject({ parentId: getCommentId(6) })
  })
})

async function renderOneComment() {
  mockThreadPages([createCommentFixture(1)])
  renderComments(1)
  await screen.findByText('Comment 1')
}

function createPostedReply(number: number, content: string, parent: number) {
  const data = createAddedCommentFixture(number, {
    ...OWN_COMMENT,
    content,
    parent: getCommentId(parent),
  })
  return { success: true as const, message: 'Comment posted', data }
}
