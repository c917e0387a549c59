import { createComment, listComments } from '@dolph/contract/comments'
import { cleanup, screen, waitFor } from '@testing-library/react'
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
import { commentId, someComment, someFlatComment } from '../../testing/some-comment.ts'
import { somePost } from '../../testing/some-post.ts'
import { someViewer } from '../../testing/some-viewer.ts'

const user = userEvent.setup()

describe('a comment', () => {
  test('needs some text', async () => {
    await open()
    expect(isDisabled('Post comment')).toBe(true)
    const asked = answer(createComment, posted(2))
    await user.type(field(), ' {Enter}  {Control>}{Enter}{/Control}')
    expect(isDisabled('Post comment')).toBe(true)
    expect(asked).toEqual([])
    await user.type(field(), 'x')
    expect(isDisabled('Post comment')).toBe(false)
  })

  test('is counted near its limit, and not sent beyond it', async () => {
    const asked = answer(createComment, posted(2))
    await open()
    await user.click(field())
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
    expect(asked).toEqual([])
  })

  test('of emoji is counted in characters, and is sent once it is short enough', async () => {
    const asked = answer(createComment, posted(2))
    await open()
    await user.click(field())
    await user.paste('\u{1f30a}'.repeat(2001))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(screen.getByText('Comment cannot be more than 2000 characters')).toBeTruthy()
    await user.clear(field())
    await user.paste('\u{1f30a}'.repeat(2000))
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await screen.findByText('Comment posted')
    expect(asked.map(({ body }) => body)).toMatchObject([{ content: '\u{1f30a}'.repeat(2000) }])
    expect(heading()).toBe('Comments (2)')
  })

  test('appears at once, and is replaced by what the server says', async () => {
    const release = answerLate(createComment, () => posted(2, 'Well *done*'), 201)
    await open()
    await user.type(field(), 'Well *done*')
    await user.click(screen.getByRole('button', { name: 'Post comment' }))

    const waiting = await inComment('done')
    expect(waiting.getByText('Sending...')).toBeTruthy()
    expect(waiting.getByText('ada')).toBeTruthy()
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
    expect(heading()).toBe('Comments (1)')

    release()
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
    expect((await findComment('done')).id).toBe(`comment-${commentId(2)}`)
    expect(await screen.findByText('Comment posted')).toBeTruthy()
    expect(heading()).toBe('Comments (2)')
  })

  test.each(['Control', 'Meta'])('is sent by %s and Enter', async (key) => {
    const asked = answer(createComment, posted(2, 'Well done'))
    await open()
    await user.type(field(), ` Well done {${key}>}{Enter}{/${key}}`)
    await screen.findByText('Comment posted')
    expect(asked.map(({ body }) => body)).toEqual([
      {
        postId: somePost()._id,
        parentId: null,
        content: 'Well done',
        tempId: expect.stringMatching(/^temp-[\w-]{36}$/),
      },
    ])
  })

  test('comes after comments that were not read yet', async () => {
    answerThreads([someComment(1)], [someComment(2)])
    answer(createComment, posted(3, 'Newest'))
    openComments(2)
    await user.type(await screen.findByLabelText('Add a comment'), 'Newest')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Comment posted')
    const gap = screen.getByRole('button', { name: 'Load more comments' })
    expect(gap.closest('li')?.nextElementSibling).toBe(await findComment('Newest'))
    await user.click(gap)
    expect((await findComment('Comment 2')).nextElementSibling).toBe(await findComment('Newest'))
  })

  test('that is posted while the comments cannot be had makes them be asked for again', async () => {
    refuse(listComments, 403, { code: 'forbidden', message: 'No' })
    openComments(1)
    await user.type(await screen.findByLabelText('Add a comment'), 'Well done')
    answerThreads([someComment(1), someComment(2, { ...OWN, content: 'Well done' })])
    answer(createComment, posted(2, 'Well done'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Comment 1')
    await waitFor(() => expect(screen.getAllByText('Well done')).toHaveLength(1))
  })
})

describe('a comment that could not be sent', () => {
  test('stays with every word, and is sent again as the same one', async () => {
    const refused = refuse(createComment, 503, { code: 'unavailable', message: 'Busy just now' })
    await open()
    await send('Well done')
    const unsent = await inComment('Well done')
    expect((await unsent.findByRole('alert')).textContent).toBe('Busy just now')
    expect(heading()).toBe('Comments (1)')

    const asked = answer(createComment, posted(2, 'Well done'))
    await user.click(unsent.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Comment posted')
    expect(screen.getAllByText('Well done')).toHaveLength(1)
    expect(asked[0]?.body).toEqual(refused[0]?.body)
    expect(heading()).toBe('Comments (2)')
  })

  test('says so in our words when the server cannot be reached', async () => {
    cutOff(createComment)
    await open()
    await send('Well done')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to send comment. Please try again.',
    )
  })

  test('can be discarded', async () => {
    cutOff(createComment)
    await open()
    await send('Well done')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('Well done')).toBeNull()
    expect(localStorage).toHaveLength(0)

    cleanup()
    answerThreads([])
    openComments(0)
    expect(await screen.findByText('No comments yet. Be the first to comment!')).toBeTruthy()
    expect(screen.queryByText('Well done')).toBeNull()
  })

  test('is still there after a reload, and for nobody else', async () => {
    answerLate(createComment, () => posted(2), 201)
    await open()
    await send('Well done')
    await screen.findByText('Sending...')

    cleanup()
    openComments(1, { viewer: someViewer({ _id: commentId(99), userName: 'carla' }) })
    await screen.findByText('Comment 1')
    expect(screen.queryByText('Well done')).toBeNull()

    cleanup()
    openComments(1)
    const unsent = await inComment('Well done')
    answer(createComment, posted(2, 'Well done'))
    await user.click(unsent.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Comment posted')
    expect(localStorage).toHaveLength(0)
  })

  test('because the session has run out is there when its member comes back', async () => {
    refuse(createComment, 401, { code: 'not-signed-in', message: 'Please log in' })
    await open()
    await send('Well done')
    await screen.findByText('Went elsewhere')

    cleanup()
    openComments(1)
    const unsent = await inComment('Well done')
    expect(unsent.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })

  test('but had arrived is not shown or counted twice when it is sent again', async () => {
    cutOff(createComment)
    answerThreads([someComment(1), someComment(2, { ...OWN, content: 'Well done' })])
    openComments(2)
    await screen.findByText('Well done')
    await send('Well done')
    answer(createComment, posted(2, 'Well done'))
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText('Comment posted')
    expect(screen.getAllByText('Well done')).toHaveLength(1)
    expect(heading()).toBe('Comments (2)')
  })
})

test('what is typed is kept for each form on its own, and only for its member', async () => {
  await open()
  await user.type(field(), 'A new thought')
  await user.click(screen.getByRole('button', { name: 'Reply to bob' }))
  await user.keyboard('An answer')

  cleanup()
  openComments(1)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')).value).toBe(
    'A new thought',
  )
  await user.click(await screen.findByRole('button', { name: 'Reply to bob' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reply to bob').value).toBe('An answer')

  cleanup()
  openComments(1, { viewer: someViewer({ _id: commentId(99), userName: 'carla' }) })
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')).value).toBe('')

  cleanup()
  openComments(1)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')).value).toBe(
    'A new thought',
  )
})

async function open() {
  answerThreads([someComment(1)])
  openComments(1)
  await screen.findByText('Comment 1')
}

async function send(content: string) {
  await user.type(field(), content)
  await user.click(screen.getByRole('button', { name: 'Post comment' }))
}

function posted(nth: number, content = `Comment ${nth}`) {
  const data = someFlatComment(nth, { ...OWN, content })
  return { success: true as const, message: 'Comment posted', data }
}

function field() {
  return screen.getByLabelText<HTMLTextAreaElement>('Add a comment')
}

function heading() {
  return screen.getByRole('heading', { level: 2 }).textContent
}

function isDisabled(name: string): boolean {
  return screen.getByRole<HTMLButtonElement>('button', { name }).disabled
}
