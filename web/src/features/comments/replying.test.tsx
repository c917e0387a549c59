import { createComment } from '@dolph/contract/comments'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answer } from '../../testing/fake-api.ts'
import {
  answerLate,
  answerThreads,
  findComment,
  inComment,
  openComments,
  OWN,
} from '../../testing/fake-comments.tsx'
import { commentId, someComment, someFlatComment } from '../../testing/some-comment.ts'

const user = userEvent.setup()

describe('a reply', () => {
  test('is written below what it answers; the focus goes there and comes back', async () => {
    const release = answerLate(createComment, () => posted(3, 'I agree', 1), 201)
    await open()
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
    expect((await findComment('I agree')).id).toBe(`comment-${commentId(3)}`)
    expect(screen.getByRole('button', { name: '1 reply' })).toBeTruthy()
  })

  test('is left by Escape and by Cancel, and waits where it was', async () => {
    await open()
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
    answer(createComment, posted(3, 'I agree', 1))
    answerThreads([someComment(1, { replies: [someComment(2)] })])
    openComments(2)
    await user.click(await screen.findByRole('button', { name: '1 reply' }))
    await user.click(screen.getByRole('button', { name: 'Reply to bob' }))
    await user.keyboard('I agree{Control>}{Enter}{/Control}')
    expect((await findComment('I agree')).closest('[hidden]')).toBeNull()
    expect((await findComment('Comment 2')).closest('[hidden]')).toBeNull()
  })

  test('to the deepest comment stands beside it', async () => {
    const deep = [5, 4, 3, 2].reduce(
      (below, nth) => someComment(nth, { replies: [below] }),
      someComment(6, { content: 'Deepest' }),
    )
    const asked = answer(createComment, posted(7, 'Deeper', 5))
    answerThreads([someComment(1, { replies: [deep] })])
    openComments(6)
    await user.click((await inComment('Deepest')).getByRole('button', { name: 'Reply to bob' }))
    await user.keyboard('Deeper{Control>}{Enter}{/Control}')
    expect((await findComment('Deeper')).previousElementSibling).toBe(await findComment('Deepest'))
    await screen.findByText('Comment posted')
    expect((await findComment('Deeper')).previousElementSibling).toBe(await findComment('Deepest'))
    expect(asked[0]?.body).toMatchObject({ parentId: commentId(6) })
  })
})

async function open() {
  answerThreads([someComment(1)])
  openComments(1)
  await screen.findByText('Comment 1')
}

function posted(nth: number, content: string, to: number) {
  const data = someFlatComment(nth, { ...OWN, content, parent: commentId(to) })
  return { success: true as const, message: 'Comment posted', data }
}
