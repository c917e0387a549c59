import { createComment, listComments } from '@dolph/contract/comments/comments'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { mockReply, mockRefusal, mockDelayedReply } from '../../testing/fake-api.ts'
import {
  mockReplyPages,
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
  createFlatCommentFixture,
} from '../../testing/fixtures/comment-fixtures.ts'
import { installFakeClock } from '../../testing/fake-clock.ts'

const REFRESH_INTERVAL_MS = 30_000

describe('every thirty seconds', () => {
  test('comments that others wrote, changed or deleted are updated', async () => {
    const { advanceTime } = installFakeClock()
    mockThreadPages([createCommentFixture(1), createCommentFixture(2)])
    renderComments(2)
    await screen.findByText('Comment 1')

    mockThreadPages([
      createCommentFixture(1, { content: 'Changed', replies: [createCommentFixture(3)] }),
      createCommentFixture(4),
    ])
    await advanceTime(REFRESH_INTERVAL_MS)
    await screen.findByText('Changed')
    for (const text of ['Comment 3', 'Comment 4']) expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByText('Comment 2')).toBeNull()
  })

  test('no request is sent while the page is hidden', async () => {
    const { advanceTime } = installFakeClock()
    const cursors = mockThreadPages([createCommentFixture(1)])
    renderComments(1)
    await screen.findByText('Comment 1')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await advanceTime(4 * REFRESH_INTERVAL_MS)
    expect(cursors).toHaveLength(1)
  })

  test('a failed refresh removes nothing', async () => {
    const { advanceTime } = installFakeClock()
    mockThreadPages([createCommentFixture(1)])
    renderComments(1)
    await screen.findByText('Comment 1')
    mockRefusal(listComments, 503, { code: 'unavailable', message: 'Later' })
    await advanceTime(2 * REFRESH_INTERVAL_MS)
    expect(screen.getByText('Comment 1')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('an open form, a collapsed thread and a comment being sent stay as they are', async () => {
    const { user, advanceTime } = installFakeClock()
    const threads = [
      createCommentFixture(1, { replies: [createCommentFixture(3)] }),
      createCommentFixture(2),
    ]
    mockThreadPages(threads)
    renderComments(3)
    await user.click(await screen.findByRole('button', { name: '1 reply' }))
    mockDelayedReply(createComment, () => null)
    await user.type(screen.getByLabelText('Add a comment'), 'On its way')
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await user.click(
      (await withinComment('Comment 2')).getByRole('button', { name: 'Reply to bob' }),
    )
    await user.keyboard('Half a thought')

    mockThreadPages([...threads, createCommentFixture(4)])
    await advanceTime(REFRESH_INTERVAL_MS)
    await screen.findByText('Comment 4')
    const form = screen.getByLabelText<HTMLTextAreaElement>('Reply to bob')
    expect([form.value, document.activeElement]).toEqual(['Half a thought', form])
    expect(screen.getByRole('button', { name: '1 reply' }).getAttribute('aria-expanded')).toBe(
      'false',
    )
    expect((await findComment('On its way')).previousElementSibling).toBe(
      await findComment('Comment 4'),
    )
  })

  test('a comment that is deleted while the member replies to it stays as a tombstone', async () => {
    const { user, advanceTime } = installFakeClock()
    mockThreadPages([createCommentFixture(1), createCommentFixture(2)])
    renderComments(2)
    await user.click(
      (await withinComment('Comment 1')).getByRole('button', { name: 'Reply to bob' }),
    )
    await user.keyboard('Half a thought')
    const form = document.activeElement

    mockThreadPages([createCommentFixture(2)])
    await advanceTime(REFRESH_INTERVAL_MS)
    const tombstone = await withinComment('This comment was deleted')
    expect(tombstone.getByDisplayValue('Half a thought')).toBe(form)
    expect(document.activeElement).toBe(form)

    mockRefusal(createComment, 404, { code: 'not-found', message: 'Comment not found' })
    await user.keyboard('{Control>}{Enter}{/Control}')
    const unsent = await tombstone.findByText('Half a thought')
    expect((await screen.findByRole('alert')).textContent).toBe('Comment not found')
    await advanceTime(REFRESH_INTERVAL_MS)
    expect(unsent.isConnected).toBe(true)
  })

  test('a fully loaded discussion stays fully loaded', async () => {
    const { advanceTime } = installFakeClock()
    mockThreadPages([createCommentFixture(1, { replies: [createCommentFixture(2)] })])
    renderComments(2)
    await screen.findByText('Comment 2')

    mockThreadPages(
      [createCommentFixture(1, { replies: [createCommentFixture(2)], repliesCursor: 'page-0' })],
      [createCommentFixture(4)],
    )
    mockReplyPages([createFlatCommentFixture(3, { parent: getCommentId(2) })])
    await advanceTime(REFRESH_INTERVAL_MS)
    await screen.findByText('Comment 4')
    expect((await withinComment('Comment 2')).getByText('Comment 3')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  })

  test('the pages on the screen and the last page are fetched again, the others are not', async () => {
    const { user, advanceTime } = installFakeClock()
    mockThreadPages([createCommentFixture(1)], [createCommentFixture(2)], [createCommentFixture(3)])
    renderComments(3)
    await user.click(await screen.findByRole('button', { name: 'Load more comments' }))
    await screen.findByText('Comment 2')
    await user.click(screen.getByRole('button', { name: 'Load more comments' }))
    await screen.findByText('Comment 3')
    const isOnScreen = ({ id }: Element) => id === `comment-${getCommentId(2)}`
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return new DOMRect(0, isOnScreen(this) ? 100 : 5000, 100, 100)
    })

    const cursors = mockThreadPages(
      [createCommentFixture(1, { content: 'New 1' })],
      [createCommentFixture(2, { content: 'New 2' })],
      [createCommentFixture(3, { content: 'New 3' })],
    )
    await advanceTime(REFRESH_INTERVAL_MS)
    await screen.findByText('New 2')
    expect(cursors).toEqual(['page-1', 'page-2'])
    for (const text of ['Comment 1', 'New 3']) expect(screen.getByText(text)).toBeTruthy()
  })

  test('replies that were loaded on request are fetched again', async () => {
    const { user, advanceTime } = installFakeClock()
    const first = createCommentFixture(1, {
      replies: [createCommentFixture(2)],
      repliesCursor: 'page-0',
    })
    mockThreadPages([first])
    mockReplyPages([createReply(3), createReply(4)])
    renderComments(4)
    await user.click(await screen.findByRole('button', { name: 'Show more replies' }))
    await screen.findByText('Comment 4')

    mockReplyPages([createReply(4), createReply(5)])
    await advanceTime(REFRESH_INTERVAL_MS)
    await screen.findByText('Comment 5')
    expect(screen.queryByText('Comment 3')).toBeNull()
  })
})

test('a refresh that started before the member’s own comment does not remove it', async () => {
  const { user, advanceTime } = installFakeClock()
  mockThreadPages([createCommentFixture(1)])
  renderComments(1)
  await screen.findByText('Comment 1')
  const release = mockDelayedReply(listComments, () => [createCommentFixture(1)])
  await advanceTime(REFRESH_INTERVAL_MS)

  const data = createAddedCommentFixture(2, { ...OWN_COMMENT, content: 'Mine' })
  mockReply(createComment, { success: true, message: 'ok', data })
  await user.type(screen.getByLabelText('Add a comment'), 'Mine')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Comment posted')
  release()
  await advanceTime(100)
  expect(within(await findComment('Mine')).queryByText('Sending...')).toBeNull()
  await waitFor(() => expect(screen.getAllByText('Mine')).toHaveLength(1))
})

function createReply(number: number) {
  return createFlatCommentFixture(number, { parent: getCommentId(1) })
}
