import { createComment, listComments } from '@dolph/contract/comments'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  mockReply,
  mockNetworkError,
  mockRefusal,
  mockDelayedReply,
} from '../../testing/fake-api.ts'
import {
  mockThreadPages,
  findComment,
  withinComment,
  renderComments,
  OWN_COMMENT,
} from '../../testing/render-comments.tsx'
import {
  getCommentId,
  createCommentFixture,
  createAddedCommentFixture,
} from '../../testing/comment-fixtures.ts'
import { createPostFixture } from '../../testing/post-fixtures.ts'
import { createViewerFixture } from '../../testing/viewer-fixtures.ts'

const user = userEvent.setup()

describe('a comment', () => {
  test('needs some text', async () => {
    await renderOneComment()
    expect(isDisabled('Post comment')).toBe(true)
    const requests = mockReply(createComment, createPostReply(2))
    await user.type(getCommentField(), ' {Enter}  {Control>}{Enter}{/Control}')
    expect(isDisabled('Post comment')).toBe(true)
    expect(requests).toEqual([])
    await user.type(getCommentField(), 'x')
    expect(isDisabled('Post comment')).toBe(false)
  })

  test('shows a counter near its limit, and is not sent beyond it', async () => {
    const requests = mockReply(createComment, createPostReply(2))
    await renderOneComment()
    await user.click(getCommentField())
    await user.paste('a'.repeat(1600))
    expect(screen.queryByText(/\/2000$/)).toBeNull()
    await user.paste('b'.repeat(400))
    expect(screen.getByText('2000/2000')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()

    await user.keyboard('c{Control>}{Enter}{/Control}')
    expect(screen.getByText('2001/2000')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toBe(
      'Comment cannot be more than 2000 characters',
    )
    expect(requests).toEqual([])
  })

  test('of emoji is counted in characters, and is sent once it is short enough', async () => {
    const requests = mockReply(createComment, createPostReply(2))
    await renderOneComment()
    await user.click(getCommentField())
    await user.paste('\u{1f30a}'.repeat(2001))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(screen.getByText('Comment cannot be more than 2000 characters')).toBeTruthy()
    await user.clear(getCommentField())
    await user.paste('\u{1f30a}'.repeat(2000))
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await screen.findByText('Comment posted')
    expect(requests.map(({ body }) => body)).toMatchObject([{ content: '\u{1f30a}'.repeat(2000) }])
    expect(getHeadingText()).toBe('Comments (2)')
  })

  test('appears at once, and is replaced by the server’s version', async () => {
    const release = mockDelayedReply(createComment, () => createPostReply(2, 'Well *done*'), 201)
    await renderOneComment()
    await user.type(getCommentField(), 'Well *done*')
    await user.click(screen.getByRole('button', { name: 'Post comment' }))

    const sending = await withinComment('done')
    expect(sending.getByText('Sending...')).toBeTruthy()
    expect(sending.getByText('ada')).toBeTruthy()
    expect(getCommentField().value).toBe('')
    expect(document.activeElement).toBe(getCommentField())
    expect(getHeadingText()).toBe('Comments (1)')

    release()
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
    expect((await findComment('done')).id).toBe(`comment-${getCommentId(2)}`)
    expect(await screen.findByText('Comment posted')).toBeTruthy()
    expect(getHeadingText()).toBe('Comments (2)')
  })

  test.each(['Control', 'Meta'])('is sent by %s and Enter', async (key) => {
    const requests = mockReply(createComment, createPostReply(2, 'Well done'))
    await renderOneComment()
    await user.type(getCommentField(), ` Well done {${key}>}{Enter}{/${key}}`)
    await screen.findByText('Comment posted')
    expect(requests.map(({ body }) => body)).toEqual([
      {
        postId: createPostFixture()._id,
        parentId: null,
        content: 'Well done',
        tempId: expect.stringMatching(/^temp-[\w-]{36}$/),
      },
    ])
  })

  test('is shown after comments that are not loaded yet', async () => {
    mockThreadPages([createCommentFixture(1)], [createCommentFixture(2)])
    mockReply(createComment, createPostReply(3, 'Newest'))
    renderComments(2)
    await user.type(await screen.findByLabelText('Add a comment'), 'Newest')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Comment posted')
    const loadMore = screen.getByRole('button', { name: 'Load more comments' })
    expect(loadMore.closest('li')?.nextElementSibling).toBe(await findComment('Newest'))
    await user.click(loadMore)
    expect((await findComment('Comment 2')).nextElementSibling).toBe(await findComment('Newest'))
  })

  test('that is posted after the comments failed to load requests them again', async () => {
    mockRefusal(listComments, 403, { code: 'forbidden', message: 'No' })
    renderComments(1)
    await user.type(await screen.findByLabelText('Add a comment'), 'Well done')
    mockThreadPages([
      createCommentFixture(1),
      createCommentFixture(2, { ...OWN_COMMENT, content: 'Well done' }),
    ])
    mockReply(createComment, createPostReply(2, 'Well done'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Comment 1')
    await waitFor(() => expect(screen.getAllByText('Well done')).toHaveLength(1))
  })
})

describe('a comment that could not be sent', () => {
  test.each([
    ['the same comment', 503, 'unavailable', 1],
    ['a comment of its own if its tempId was taken', 409, 'conflict', 2],
  ] as const)('keeps its text, and is sent again as %s', async (_, status, code, tempIds) => {
    const refusedRequests = mockRefusal(createComment, status, { code, message: 'Busy just now' })
    await renderOneComment()
    await postComment('Well done')
    const unsent = await withinComment('Well done')
    expect((await unsent.findByRole('alert')).textContent).toBe('Busy just now')
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

  test('shows a default message when the server cannot be reached', async () => {
    mockNetworkError(createComment)
    await renderOneComment()
    await postComment('Well done')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to send comment. Please try again.',
    )
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

  test('is still there after a reload, but not for another member', async () => {
    mockDelayedReply(createComment, () => createPostReply(2), 201)
    await renderOneComment()
    await postComment('Well done')
    await screen.findByText('Sending...')

    cleanup()
    renderComments(1, { viewer: createViewerFixture({ _id: getCommentId(99), userName: 'carla' }) })
    await screen.findByText('Comment 1')
    expect(screen.queryByText('Well done')).toBeNull()

    cleanup()
    renderComments(1)
    const unsent = await withinComment('Well done')
    mockReply(createComment, createPostReply(2, 'Well done'))
    await user.click(unsent.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Comment posted')
    expect(localStorage).toHaveLength(0)
  })

  test('because the session expired is there when the member signs in again', async () => {
    mockRefusal(createComment, 401, { code: 'not-signed-in', message: 'Please log in' })
    await renderOneComment()
    await postComment('Well done')
    await screen.findByText('Other page')

    cleanup()
    renderComments(1)
    const unsent = await withinComment('Well done')
    expect(unsent.getByRole('button', { name: 'Retry' })).toBeTruthy()
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
    mockReply(createComment, createPostReply(2, 'Well done'))
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText('Comment posted')
    expect(screen.getAllByText('Well done')).toHaveLength(1)
    expect(getHeadingText()).toBe('Comments (2)')
  })
})

test('each form keeps its own draft, and only for its member', async () => {
  await renderOneComment()
  await user.type(getCommentField(), 'A new thought')
  await user.click(screen.getByRole('button', { name: 'Reply to bob' }))
  await user.keyboard('An answer')

  cleanup()
  renderComments(1)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')).value).toBe(
    'A new thought',
  )
  await user.click(await screen.findByRole('button', { name: 'Reply to bob' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reply to bob').value).toBe('An answer')

  cleanup()
  renderComments(1, { viewer: createViewerFixture({ _id: getCommentId(99), userName: 'carla' }) })
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')).value).toBe('')

  cleanup()
  renderComments(1)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')).value).toBe(
    'A new thought',
  )
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

function isDisabled(name: string): boolean {
  return screen.getByRole<HTMLButtonElement>('button', { name }).disabled
}
