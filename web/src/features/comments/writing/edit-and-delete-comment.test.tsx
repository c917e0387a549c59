import { deleteComment, editComment } from '@dolph/contract/comments/comments'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
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
  findComment,
  withinComment,
  renderComments,
  OWN_COMMENT,
} from '../../../testing/render-comments.tsx'
import {
  createCommentFixture,
  createFlatCommentFixture,
  TOMBSTONE,
} from '../../../testing/fixtures/comment-fixtures.ts'

const user = userEvent.setup()
const EDITED = '2026-01-03T00:00:00.000Z'

test('members can change only their own comments', async () => {
  mockThreadPages([createCommentFixture(1), createCommentFixture(2, OWN_COMMENT)])
  renderComments(2)
  expect(
    (await withinComment('Comment 1')).queryByRole('button', { name: /Comment options/ }),
  ).toBeNull()
  expect(
    (await withinComment('Comment 2')).getByRole('button', { name: 'Comment options: Comment 2' }),
  ).toBeTruthy()
})

describe('editing', () => {
  test('shows the change at once, then the server’s version', async () => {
    const release = mockDelayedReply(editComment, () => createEditReply('Better'))
    await renderOwnComment()
    await chooseMenuItem('Edit')
    const form = getEditor()
    expect([form.value, document.activeElement]).toEqual(['Comment 1', form])
    await user.clear(form)
    await user.type(form, 'Better{Control>}{Enter}{/Control}')

    const item = await withinComment('Better')
    expect(item.getByText('Saving...')).toBeTruthy()
    expect(screen.queryByText('Comment 1')).toBeNull()
    release()
    expect(await item.findByText('edited')).toBeTruthy()
    expect(screen.getByText('Better')).toBeTruthy()
    expect(screen.queryByText('Saving...')).toBeNull()
    expect(screen.getByText('Comment saved')).toBeTruthy()
    expect(document.activeElement).toBe(getMenuButton())
  })

  test.each([
    [404, 'not-found', 'Comment not found'],
    [403, 'limited', 'You cannot post until March 7, 2027. Reason: Rude.'],
  ] as const)(
    'that is refused (%s %s) returns to the form with its text',
    async (status, code, message) => {
      mockRefusal(editComment, status, { code, message })
      await renderOwnComment()
      await chooseMenuItem('Edit')
      await user.type(getEditor(), ', revised')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      expect((await screen.findByRole('alert')).textContent).toBe(message)
      expect([getEditor().value, document.activeElement]).toEqual([
        'Comment 1, revised',
        getEditor(),
      ])

      await user.click(screen.getByRole('button', { name: 'Cancel' }))
      expect(screen.getByText('Comment 1')).toBeTruthy()
      expect(document.activeElement).toBe(getMenuButton())
      expect(localStorage).toHaveLength(0)
    },
  )

  test('shows a default message when the server cannot be reached', async () => {
    mockNetworkError(editComment)
    await renderOwnComment()
    await chooseMenuItem('Edit')
    await user.type(getEditor(), ', revised')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to save comment. Please try again.',
    )
  })

  test('is canceled by Escape; saving an unchanged text sends no request', async () => {
    const requests = mockReply(editComment, createEditReply('Comment 1'))
    await renderOwnComment()
    await chooseMenuItem('Edit')
    await user.type(getEditor(), '!{Escape}')
    expect(screen.getByText('Comment 1')).toBeTruthy()
    await chooseMenuItem('Edit')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.queryByLabelText('Edit comment')).toBeNull()
    expect(requests).toEqual([])
  })

  test('survives a reload', async () => {
    await renderOwnComment()
    await chooseMenuItem('Edit')
    await user.type(getEditor(), ', revised')
    cleanup()
    await renderOwnComment()
    await chooseMenuItem('Edit')
    expect(getEditor().value).toBe('Comment 1, revised')
  })
})

describe('deleting', () => {
  test('asks for confirmation first', async () => {
    const requests = mockReply(deleteComment, {
      success: true,
      message: 'ok',
      data: null,
      commentCount: 1,
    })
    await renderOwnComment()
    await chooseMenuItem('Delete')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete comment' })
    expect(dialog.textContent).toContain('Are you sure you want to delete this comment?')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('Comment 1')).toBeTruthy()
    expect(requests).toEqual([])
  })

  test('removes the comment, and the tombstones above it that have no replies left', async () => {
    mockThreadPages([
      createCommentFixture(1, { ...TOMBSTONE, replies: [createCommentFixture(2, OWN_COMMENT)] }),
      createCommentFixture(3),
    ])
    mockReply(deleteComment, { success: true, message: 'ok', data: null, commentCount: 1 })
    renderComments(2)
    await screen.findByText('Comment 2')
    await confirmDeletion()
    expect(await screen.findByText('Comment deleted')).toBeTruthy()
    expect(screen.queryByText('Comment 2')).toBeNull()
    expect(screen.queryByText('This comment was deleted')).toBeNull()
    expect(getHeading().textContent).toBe('Comments (1)')
  })

  test('leaves a tombstone when the comment has replies', async () => {
    mockThreadPages([
      createCommentFixture(1, { ...OWN_COMMENT, replies: [createCommentFixture(2)] }),
    ])
    mockReply(deleteComment, {
      success: true,
      message: 'ok',
      data: createFlatCommentFixture(1, TOMBSTONE),
      commentCount: 1,
    })
    renderComments(2)
    await screen.findByText('Comment 1')
    await confirmDeletion()
    const tombstone = await findComment('This comment was deleted')
    expect(within(tombstone).getByText('Comment 2')).toBeTruthy()
    expect(screen.queryByText('Comment 1')).toBeNull()
    expect(getHeading().textContent).toBe('Comments (1)')
  })

  test('moves the focus to the parent comment, or to the heading', async () => {
    mockThreadPages([createCommentFixture(1, { replies: [createCommentFixture(2, OWN_COMMENT)] })])
    mockReply(deleteComment, { success: true, message: 'ok', data: null, commentCount: 1 })
    renderComments(2)
    await screen.findByText('Comment 2')
    await confirmDeletion()
    const parent = await findComment('Comment 1')
    await waitFor(() => expect(document.activeElement).toBe(parent))

    cleanup()
    await renderOwnComment()
    await confirmDeletion()
    await waitFor(() => expect(document.activeElement).toBe(getHeading()))
  })

  test('that fails shows an error and changes nothing', async () => {
    mockRefusal(deleteComment, 503, { code: 'unavailable', message: 'Busy just now' })
    await renderOwnComment()
    await confirmDeletion()
    expect(await screen.findAllByText('Busy just now')).not.toEqual([])
    expect(screen.getByText('Comment 1')).toBeTruthy()
    expect(getHeading().textContent).toBe('Comments (1)')
  })
})

async function renderOwnComment() {
  mockThreadPages([createCommentFixture(1, OWN_COMMENT)])
  renderComments(1)
  await screen.findByText('Comment 1')
}

async function chooseMenuItem(name: string) {
  await user.click(getMenuButton())
  await user.click(await screen.findByRole('menuitem', { name }))
}

async function confirmDeletion() {
  await chooseMenuItem('Delete')
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  )
}

function createEditReply(content: string) {
  const data = createFlatCommentFixture(1, { ...OWN_COMMENT, content, editedAt: EDITED })
  return { success: true as const, message: 'Comment saved', data }
}

function getMenuButton() {
  return screen.getByRole('button', { name: /^Comment options: / })
}

function getEditor() {
  return screen.getByLabelText<HTMLTextAreaElement>('Edit comment')
}

function getHeading() {
  return screen.getByRole('heading', { level: 2 })
}
