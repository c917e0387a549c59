import { createComment, listComments } from '@dolph/contract/comments/comments'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockReply, mockRefusal, mockDelayedReply } from '../../../testing/fake-api.ts'
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
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'

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
    mockRefusal(listComments, 400, { code: 'invalid-input', message: 'No' })
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
