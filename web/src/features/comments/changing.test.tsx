import { deleteComment, editComment } from '@dolph/contract/comments'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer, cutOff, refuse } from '../../testing/fake-api.ts'
import {
  answerLate,
  answerThreads,
  findComment,
  inComment,
  openComments,
  OWN,
} from '../../testing/fake-comments.tsx'
import { someComment, someFlatComment, STONE } from '../../testing/some-comment.ts'

const user = userEvent.setup()
const EDITED = '2026-01-03T00:00:00.000Z'

test('only one’s own comments can be changed', async () => {
  answerThreads([someComment(1), someComment(2, OWN)])
  openComments(2)
  expect(
    (await inComment('Comment 1')).queryByRole('button', { name: 'Comment options' }),
  ).toBeNull()
  expect(
    (await inComment('Comment 2')).getByRole('button', { name: 'Comment options' }),
  ).toBeTruthy()
})

describe('editing', () => {
  test('shows the change at once, and then what the server says', async () => {
    const release = answerLate(editComment, () => edited('Better'))
    await open()
    await choose('Edit')
    const form = editor()
    expect([form.value, document.activeElement]).toEqual(['Comment 1', form])
    await user.clear(form)
    await user.type(form, 'Better{Control>}{Enter}{/Control}')

    const item = await inComment('Better')
    expect(item.getByText('Saving...')).toBeTruthy()
    expect(screen.queryByText('Comment 1')).toBeNull()
    release()
    expect(await item.findByText('edited')).toBeTruthy()
    expect(screen.getByText('Better')).toBeTruthy()
    expect(screen.queryByText('Saving...')).toBeNull()
    expect(screen.getByText('Comment saved')).toBeTruthy()
    expect(document.activeElement).toBe(menu())
  })

  test('that is refused comes back into the form with every word', async () => {
    refuse(editComment, 404, { code: 'not-found', message: 'Comment not found' })
    await open()
    await choose('Edit')
    await user.type(editor(), ', revised')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Comment not found')
    expect([editor().value, document.activeElement]).toEqual(['Comment 1, revised', editor()])

    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('Comment 1')).toBeTruthy()
    expect(document.activeElement).toBe(menu())
    expect(localStorage).toHaveLength(0)
  })

  test('says so in our words when the server cannot be reached', async () => {
    cutOff(editComment)
    await open()
    await choose('Edit')
    await user.type(editor(), ', revised')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to save comment. Please try again.',
    )
  })

  test('is left by Escape; saving what was not changed asks nobody', async () => {
    const asked = answer(editComment, edited('Comment 1'))
    await open()
    await choose('Edit')
    await user.type(editor(), '!{Escape}')
    expect(screen.getByText('Comment 1')).toBeTruthy()
    await choose('Edit')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.queryByLabelText('Edit comment')).toBeNull()
    expect(asked).toEqual([])
  })

  test('survives a reload', async () => {
    await open()
    await choose('Edit')
    await user.type(editor(), ', revised')
    cleanup()
    await open()
    await choose('Edit')
    expect(editor().value).toBe('Comment 1, revised')
  })
})

describe('deleting', () => {
  test('asks first', async () => {
    const asked = answer(deleteComment, {
      success: true,
      message: 'ok',
      data: null,
      commentCount: 1,
    })
    await open()
    await choose('Delete')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete comment' })
    expect(dialog.textContent).toContain('Are you sure you want to delete this comment?')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('Comment 1')).toBeTruthy()
    expect(asked).toEqual([])
  })

  test('takes the comment away, and the stones above that nobody answers any more', async () => {
    answerThreads([someComment(1, { ...STONE, replies: [someComment(2, OWN)] }), someComment(3)])
    answer(deleteComment, { success: true, message: 'ok', data: null, commentCount: 1 })
    openComments(2)
    await screen.findByText('Comment 2')
    await confirmDeletion()
    expect(await screen.findByText('Comment deleted')).toBeTruthy()
    expect(screen.queryByText('Comment 2')).toBeNull()
    expect(screen.queryByText('This comment was deleted')).toBeNull()
    expect(heading().textContent).toBe('Comments (1)')
  })

  test('leaves a stone where somebody replied', async () => {
    answerThreads([someComment(1, { ...OWN, replies: [someComment(2)] })])
    answer(deleteComment, {
      success: true,
      message: 'ok',
      data: someFlatComment(1, STONE),
      commentCount: 1,
    })
    openComments(2)
    await screen.findByText('Comment 1')
    await confirmDeletion()
    const stone = await findComment('This comment was deleted')
    expect(within(stone).getByText('Comment 2')).toBeTruthy()
    expect(screen.queryByText('Comment 1')).toBeNull()
    expect(heading().textContent).toBe('Comments (1)')
  })

  test('takes the focus to what was answered, or to the heading', async () => {
    answerThreads([someComment(1, { replies: [someComment(2, OWN)] })])
    answer(deleteComment, { success: true, message: 'ok', data: null, commentCount: 1 })
    openComments(2)
    await screen.findByText('Comment 2')
    await confirmDeletion()
    const answered = await findComment('Comment 1')
    await waitFor(() => expect(document.activeElement).toBe(answered))

    cleanup()
    await open()
    await confirmDeletion()
    await waitFor(() => expect(document.activeElement).toBe(heading()))
  })

  test('that fails says so and changes nothing', async () => {
    refuse(deleteComment, 503, { code: 'unavailable', message: 'Busy just now' })
    await open()
    await confirmDeletion()
    expect(await screen.findAllByText('Busy just now')).not.toEqual([])
    expect(screen.getByText('Comment 1')).toBeTruthy()
    expect(heading().textContent).toBe('Comments (1)')
  })
})

async function open() {
  answerThreads([someComment(1, OWN)])
  openComments(1)
  await screen.findByText('Comment 1')
}

async function choose(name: string) {
  await user.click(menu())
  await user.click(await screen.findByRole('menuitem', { name }))
}

async function confirmDeletion() {
  await choose('Delete')
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  )
}

function edited(content: string) {
  const data = someFlatComment(1, { ...OWN, content, editedAt: EDITED })
  return { success: true as const, message: 'Comment saved', data }
}

function menu() {
  return screen.getByRole('button', { name: 'Comment options' })
}

function editor() {
  return screen.getByLabelText<HTMLTextAreaElement>('Edit comment')
}

function heading() {
  return screen.getByRole('heading', { level: 2 })
}
