import { createComment } from '@dolph/contract/comments/comments'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  mockReply,
  mockNetworkError,
  mockRefusal,
  mockDelayedReply,
} from '../../../testing/fake-api.ts'
import {
  mockThreadPages,
  withinComment,
  renderComments,
  OWN_COMMENT,
} from '../../../testing/render-comments.tsx'
import {
  getCommentId,
  createCommentFixture,
  createAddedCommentFixture,
} from '../../../testing/fixtures/comment-fixtures.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'

const user = userEvent.setup()

describe('a comment that was refused', () => {
  test.each([
    ['the same comment', 403, 'forbidden', 1],
    ['the same comment once a limit is over', 403, 'limited', 1],
    ['a comment of its own if its tempId was taken', 409, 'conflict', 2],
  ] as const)('keeps its text, and Retry sends %s', async (_, status, code, tempIds) => {
    const refusedRequests = mockRefusal(createComment, status, { code, message: 'Not here' })
    await renderOneComment()
    await postComment('Well done')
    const unsent = await withinComment('Well done')
    expect((await unsent.findByRole('alert')).textContent).toBe('Not here')
    expect(getHeadingText()).toBe('Comments (1)')

    const requests = mockReply(createComment, createPostReply(2, 'Well done'))
    await user.click(unsent.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Comment posted')
    expect(screen.getAllByText('Well done')).toHaveLength(1)
    const bodies = [...refusedRequests, ...requests].map(({ body }) => body as { tempId: string })
    expect(bodies).toMatchObject([{ content: 'Well done' }, { content: 'Well done' }])
    expect(new Set(bodies.map(({ tempId }) => tempId)).size).toBe(tempIds)
    expect(getHeadingText()).toBe('Comments (2)')
  })
})

describe('a comment that could not be sent for now', () => {
  test.each([
    ['a rate limit', 429, 'too-many-requests'],
    ['an outage', 503, 'unavailable'],
  ] as const)('waits after %s, and is sent later by itself', async (_, status, code) => {
    const { user: clockUser, advanceTime } = installFakeClock()
    const refusedRequests = mockRefusal(createComment, status, { code, message: 'Not now' })
    await renderOneComment()
    await clockUser.type(getCommentField(), 'Well done')
    await clockUser.click(screen.getByRole('button', { name: 'Post comment' }))
    const unsent = await withinComment('Well done')
    expect(await unsent.findByText('Waiting to send')).toBeTruthy()
    expect(unsent.queryByRole('button', { name: 'Retry' })).toBeNull()

    const requests = mockReply(createComment, createPostReply(2, 'Well done'))
    await advanceTime(5100)
    await screen.findByText('Comment posted')
    expect(screen.getAllByText('Well done')).toHaveLength(1)
    expect(requests[0]?.body).toEqual(refusedRequests[0]?.body)
  })

  test('is sent when the browser comes online', async () => {
    mockNetworkError(createComment)
    await renderOneComment()
    await postComment('Well done')
    await screen.findByText('Waiting to send')
    mockReply(createComment, createPostReply(2, 'Well done'))
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('Comment posted')).toBeTruthy()
  })

  test('can be discarded', async () => {
    mockNetworkError(createComment)
    await renderOneComment()
    await postComment('Well done')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('Well done')).toBeNull()
    expect(localStorage).toHaveLength(0)

    cleanup()
    mockThreadPages([])
    renderComments(0)
    expect(await screen.findByText('No comments yet. Be the first to comment!')).toBeTruthy()
    expect(screen.queryByText('Well done')).toBeNull()
  })

  test('is sent after a reload, but not for another member', async () => {
    mockDelayedReply(createComment, () => createPostReply(2), 201)
    await renderOneComment()
    await postComment('Well done')
    await screen.findByText('Sending...')

    cleanup()
    renderComments(1, { viewer: createViewerFixture({ _id: getCommentId(99), userName: 'carla' }) })
    await screen.findByText('Comment 1')
    expect(screen.queryByText('Well done')).toBeNull()

    cleanup()
    mockReply(createComment, createPostReply(2, 'Well done'))
    renderComments(1)
    await screen.findByText('Comment posted')
    expect(localStorage).toHaveLength(0)
  })

  test('because the session expired is sent when the member signs in again', async () => {
    mockRefusal(createComment, 401, { code: 'not-signed-in', message: 'Please log in' })
    await renderOneComment()
    await postComment('Well done')
    await screen.findByText('Other page')

    cleanup()
    mockReply(createComment, createPostReply(2, 'Well done'))
    renderComments(1)
    expect(await screen.findByText('Comment posted')).toBeTruthy()
  })

  test('but had reached the server is not shown or counted twice when it is sent again', async () => {
    mockNetworkError(createComment)
    mockThreadPages([
      createCommentFixture(1),
      createCommentFixture(2, { ...OWN_COMMENT, content: 'Well done' }),
    ])
    renderComments(2)
    await screen.findByText('Well done')
    await postComment('Well done')
    await screen.findByText('Waiting to send')
    mockReply(createComment, createPostReply(2, 'Well done'))
    window.dispatchEvent(new Event('online'))
    await screen.findByText('Comment posted')
    expect(screen.getAllByText('Well done')).toHaveLength(1)
    expect(getHeadingText()).toBe('Comments (2)')
  })
})

async function renderOneComment() {
  mockThreadPages([createCommentFixture(1)])
  renderComments(1)
  await screen.findByText('Comment 1')
}

async function postComment(content: string) {
  await user.type(getCommentField(), content)
  await user.click(screen.getByRole('button', { name: 'Post comment' }))
}

function createPostReply(number: number, content = `Comment ${number}`) {
  const data = createAddedCommentFixture(number, { ...OWN_COMMENT, content })
  return { success: true as const, message: 'Comment posted', data }
}

function getCommentField() {
  return screen.getByLabelText<HTMLTextAreaElement>('Add a comment')
}

function getHeadingText() {
  return screen.getByRole('heading', { level: 2 }).textContent
}
