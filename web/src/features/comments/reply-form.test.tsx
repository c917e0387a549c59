import { createComment } from '@dolph/contract/comments'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockReply } from '../../testing/fake-api.ts'
import {
  mockDelayedReply,
  mockThreadPages,
  findComment,
  withinComment,
  renderComments,
  OWN_COMMENT,
} from '../../testing/render-comments.tsx'
import {
  getCommentId,
  createCommentFixture,
  createFlatCommentFixture,
} from '../../testing/comment-fixtures.ts'

const user = userEvent.setup()

describe('a reply', () => {
  test('is written below what it answers; the focus goes there and comes back', async () => {
    const release = mockDelayedReply(createComment, () => createPostedReply(3, 'I agree', 1), 201)
    await renderOneComment()
    const opener = screen.getByRole('button', { name: 'Reply to bob' })
    await user.click(opener)
    const form = screen.getByLabelText('Reply to bob')
    expect(document.activeElement).toBe(form)
    expect((await findComment('Comment 1')).contains(form)).toBe(true)

    await user.type(form, 'I agree')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(screen.queryByLabelText('Reply to bob')).toBeNull()
    expect(document.activeElement).toBe(opener)
    const waiting = await findComment('I agree')
    expect(within(waiting).getByText('Sending...')).toBeTruthy()
    expect(waiting.parentElement?.closest('li')).toBe(await findComment('Comment 1'))

    release()
    await screen.findByText('Comment posted')
    expect((await findComment('I agree')).id).toBe(`comment-${getCommentId(3)}`)
    expect(screen.getByRole('button', { name: '1 reply' })).toBeTruthy()
  })

  test('is left by Escape and by Cancel, and waits where it was', async () => {
    await renderOneComment()
    const opener = screen.getByRole('button', { name: 'Reply to bob' })
    await user.click(opener)
    await user.keyboard('Half a thought{Escape}')
    expect(screen.queryByLabelText('Reply to bob')).toBeNull()
    expect(document.activeElement).toBe(opener)

    await user.click(opener)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reply to bob').value).toBe('Half a thought')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(opener)
  })

  test('opens the thread it goes to', async () => {
    mockReply(createComment, createPostedReply(3, 'I agree', 1))
    mockThreadPages([createCommentFixture(1, { replies: [createCommentFixture(2)] })])
    renderComments(2)
    await user.click(await screen.findByRole('button', { name: '1 reply' }))
    await user.click(screen.getByRole('button', { name: 'Reply to bob' }))
    await user.keyboard('I agree{Control>}{Enter}{/Control}')
    expect((await findComment('I agree')).closest('[hidden]')).toBeNull()
    expect((await findComment('Comment 2')).closest('[hidden]')).toBeNull()
  })

  test('to the deepest comment stands beside it', async () => {
    const deep = [5, 4, 3, 2].reduce(
      (below, nth) => createCommentFixture(nth, { replies: [below] }),
      createCommentFixture(6, { content: 'Deepest' }),
    )
    const asked = mockReply(createComment, createPostedReply(7, 'Deeper', 5))
    mockThreadPages([createCommentFixture(1, { replies: [deep] })])
    renderComments(6)
    await user.click((await withinComment('Deepest')).getByRole('button', { name: 'Reply to bob' }))
    await user.keyboard('Deeper{Control>}{Enter}{/Control}')
    expect((await findComment('Deeper')).previousElementSibling).toBe(await findComment('Deepest'))
    await screen.findByText('Comment posted')
    expect((await findComment('Deeper')).previousElementSibling).toBe(await findComment('Deepest'))
    expect(asked[0]?.body).toMatchObject({ parentId: getCommentId(6) })
  })
})

async function renderOneComment() {
  mockThreadPages([createCommentFixture(1)])
  renderComments(1)
  await screen.findByText('Comment 1')
}

function createPostedReply(nth: number, content: string, to: number) {
  const data = createFlatCommentFixture(nth, { ...OWN_COMMENT, content, parent: getCommentId(to) })
  return { success: true as const, message: 'Comment posted', data }
}
