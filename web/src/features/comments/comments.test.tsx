import { listComments, listReplies } from '@dolph/contract/comments/comments'
import { listOwnDecisions } from '@dolph/contract/moderation/moderation'
import { readRelation } from '@dolph/contract/safety/safety'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { mockRefusal, mockReply, mockDelayedReply } from '../../testing/fake-api.ts'
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
  createFlatCommentFixture,
  TOMBSTONE,
} from '../../testing/fixtures/comment-fixtures.ts'
import { createPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import { createDecisionFixture } from '../../testing/fixtures/moderation-fixtures.ts'

describe('the comments of a post', () => {
  test('are counted with all replies', async () => {
    mockThreadPages([createCommentFixture(1, { replies: [createCommentFixture(2)] })])
    renderComments(2)
    await screen.findByText('Comment 1')
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Comments (2)')
  })

  test('invite the member to write the first one when there are none', async () => {
    mockThreadPages([])
    renderComments(0)
    expect(screen.getByText('No comments yet. Be the first to comment!')).toBeTruthy()
    expect(await screen.findByLabelText('Add a comment')).toBeTruthy()
    expect(screen.getByText('No comments yet. Be the first to comment!')).toBeTruthy()
  })

  test('show placeholders while they load', async () => {
    mockDelayedReply(listComments, () => [])
    renderComments(3)
    expect(document.querySelectorAll('[aria-hidden=true] > li')).toHaveLength(3)
    expect(screen.queryByText('No comments yet. Be the first to comment!')).toBeNull()
  })

  test('that fail to load can be requested again', async () => {
    mockRefusal(listComments, 400, { code: 'invalid-input', message: 'No' })
    renderComments(1)
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Error: Failed to fetch comments',
    )
    mockThreadPages([createCommentFixture(1)])
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Comment 1')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('show their author, their time and whether they were edited', async () => {
    mockThreadPages([
      createCommentFixture(1, { editedAt: '2026-01-03T00:00:00.000Z' }),
      createCommentFixture(2, { user: null }),
    ])
    renderComments(2)

    const first = await withinComment('Comment 1')
    expect(first.getByRole('link', { name: 'bob' }).getAttribute('href')).toBe('/profile/bob')
    expect(first.getByText('edited')).toBeTruthy()
    const time = first.getByRole('link', { name: /ago|month|year/ })
    expect(time.getAttribute('href')).toContain(`#comment-${getCommentId(1)}`)
    expect(time.querySelector('time')?.dateTime).toBe('2026-01-02T03:04:05.678Z')

    const second = await withinComment('Comment 2')
    expect(second.getByText('Unknown User')).toBeTruthy()
    expect(second.queryByText('edited')).toBeNull()
  })

  test('are marked where the author of the post wrote them', async () => {
    const { user } = createPostFixture()
    mockThreadPages([createCommentFixture(1, { user }), createCommentFixture(2)])
    renderComments(2)
    expect((await withinComment('Comment 1')).getByText('Author')).toBeTruthy()
    expect((await withinComment('Comment 2')).queryByText('Author')).toBeNull()
  })

  test('are nested lists, oldest first', async () => {
    mockThreadPages([
      createCommentFixture(1, {
        replies: [createCommentFixture(3, { replies: [createCommentFixture(4)] })],
      }),
      createCommentFixture(2),
    ])
    renderComments(4)
    const first = await findComment('Comment 1')
    const reply = await findComment('Comment 3')
    expect(reply.parentElement?.closest('li')).toBe(first)
    expect((await findComment('Comment 4')).parentElement?.closest('li')).toBe(reply)
    expect(first.nextElementSibling).toBe(await findComment('Comment 2'))
  })

  test('are rendered as Markdown, with headings below those of the page', async () => {
    mockThreadPages([createCommentFixture(1, { content: '# Loud\n\nand **bold**' })])
    renderComments(1)
    expect((await screen.findByRole('heading', { name: 'Loud' })).tagName).toBe('H3')
    expect(screen.getByText('bold').tagName).toBe('STRONG')
  })

  test('that were deleted stay as tombstones with their replies, and cannot be replied to', async () => {
    mockThreadPages([createCommentFixture(1, { ...TOMBSTONE, replies: [createCommentFixture(2)] })])
    renderComments(1)
    const tombstone = await findComment('This comment was deleted')
    expect(within(tombstone).getByText('Comment 2')).toBeTruthy()
    expect(within(tombstone).getAllByRole('button', { name: /^Reply/ })).toHaveLength(1)
  })

  test('that a moderator hid keep their place without text and author, and cannot be replied to', async () => {
    const hidden = { content: '', user: null, withheld: 'hidden' } as const
    mockThreadPages([createCommentFixture(1, { ...hidden, replies: [createCommentFixture(2)] })])
    renderComments(2)
    const comment = await findComment('A moderator hid this comment')
    expect(within(comment).getByText('Comment 2')).toBeTruthy()
    expect(within(comment).getAllByRole('button', { name: /^Reply/ })).toHaveLength(1)
  })

  test('that a moderator hid tell their author why', async () => {
    const decision = createDecisionFixture({ subject: { kind: 'comment', id: getCommentId(1) } })
    mockReply(listOwnDecisions, { success: true, data: [decision], nextCursor: null })
    mockThreadPages([createCommentFixture(1, { ...OWN_COMMENT, withheld: 'hidden' })])
    renderComments(1)
    expect(await screen.findByText('Comment 1')).toBeTruthy()
    expect(
      await screen.findByText(/^We hid this because it breaks the rule “No scams”/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Object' })).toBeTruthy()
  })
})

describe('a thread', () => {
  const threads = [
    createCommentFixture(1, {
      replies: [
        createCommentFixture(2, { ...TOMBSTONE, replies: [createCommentFixture(3)] }),
        createCommentFixture(4),
      ],
    }),
  ]

  test('collapses and expands with the keyboard, and shows how many replies it hides', async () => {
    mockThreadPages(threads)
    renderComments(3)
    const toggle = (await withinComment('Comment 1')).getByRole('button', { name: '2 replies' })
    expect(toggle.getAttribute('aria-expanded')).toBe('true')

    toggle.focus()
    await userEvent.keyboard('{Enter}')
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    for (const text of ['Comment 3', 'Comment 4']) expect(isVisible(text)).toBe(false)

    await userEvent.keyboard('{Enter}')
    for (const text of ['Comment 3', 'Comment 4']) expect(isVisible(text)).toBe(true)
  })

  test('loads further replies on request, each under the comment it replies to', async () => {
    mockThreadPages([
      createCommentFixture(1, { replies: [createCommentFixture(2)], repliesCursor: 'page-0' }),
    ])
    const cursors = mockReplyPages([createReply(3, 2), createReply(4, 1)], [createReply(5, 3)])
    renderComments(5)
    const more = await screen.findByRole('button', { name: 'Show more replies' })
    expect(screen.getByRole('button', { name: '1+ replies' })).toBeTruthy()

    await userEvent.click(more)
    const third = await findComment('Comment 3')
    expect(third.parentElement?.closest('li')).toBe(await findComment('Comment 2'))
    await waitFor(() => expect(document.activeElement).toBe(third))

    await userEvent.click(screen.getByRole('button', { name: 'Show more replies' }))
    expect((await findComment('Comment 5')).parentElement?.closest('li')).toBe(third)
    expect(screen.queryByRole('button', { name: 'Show more replies' })).toBeNull()
    expect(screen.getByRole('button', { name: '4 replies' })).toBeTruthy()
    expect(cursors).toEqual(['page-0', 'page-1'])
  })

  test('whose replies fail to load shows an error and can be retried', async () => {
    mockThreadPages([
      createCommentFixture(1, { replies: [createCommentFixture(2)], repliesCursor: 'page-0' }),
    ])
    mockRefusal(listReplies, 503, { code: 'unavailable', message: 'Later' })
    renderComments(3)
    await userEvent.click(await screen.findByRole('button', { name: 'Show more replies' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Failed to fetch comments')

    mockReplyPages([createReply(3, 1)])
    await userEvent.click(screen.getByRole('button', { name: 'Show more replies' }))
    expect(await screen.findByText('Comment 3')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('many comments', () => {
  test('are loaded page by page', async () => {
    const cursors = mockThreadPages(
      [createCommentFixture(1)],
      [createCommentFixture(2)],
      [createCommentFixture(3)],
    )
    renderComments(3)
    await userEvent.click(await screen.findByRole('button', { name: 'Load more comments' }))
    await waitFor(async () => expect(document.activeElement).toBe(await findComment('Comment 2')))

    await userEvent.click(screen.getByRole('button', { name: 'Load more comments' }))
    await screen.findByText('Comment 3')
    expect(screen.queryByRole('button', { name: 'Load more comments' })).toBeNull()
    expect(cursors).toEqual([null, 'page-1', 'page-2'])
  })

  test('show an error when the next page fails to load', async () => {
    mockThreadPages([createCommentFixture(1)], [createCommentFixture(2)])
    renderComments(2)
    const more = await screen.findByRole('button', { name: 'Load more comments' })
    mockRefusal(listComments, 503, { code: 'unavailable', message: 'Later' })
    await userEvent.click(more)
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Failed to fetch comments')
    expect(screen.getByText('Comment 1')).toBeTruthy()
  })
})

describe('a link to a comment', () => {
  test('focuses the comment once it is loaded, and highlights it', async () => {
    mockThreadPages([createCommentFixture(1, { replies: [createCommentFixture(2)] })])
    renderComments(2, { path: `/posts/1#comment-${getCommentId(2)}` })
    const linked = await findComment('Comment 2')
    await waitFor(() => expect(document.activeElement).toBe(linked))
    expect(linked.querySelector('[data-linked]')).toBeTruthy()
    expect(document.querySelectorAll('[data-linked]')).toHaveLength(1)
  })

  test('changes nothing when the comment does not exist', async () => {
    mockThreadPages([createCommentFixture(1)])
    renderComments(1, { path: `/posts/1#comment-${getCommentId(9)}` })
    await findComment('Comment 1')
    expect(document.querySelector('[data-linked]')).toBeNull()
  })
})

function createReply(number: number, parent: number) {
  return createFlatCommentFixture(number, { parent: getCommentId(parent) })
}

function isVisible(text: string): boolean {
  return screen.getByText(text).closest('[hidden]') === null
}

test('the comments of a muted member are folded in their place, with a way to unmute', async () => {
  mockReply(readRelation, {
    success: true,
    data: { isBlocked: false, isMuted: true, canMessage: true },
  })
  mockThreadPages([
    createCommentFixture(1, {
      content: '',
      withheld: 'ignored',
      replies: [createCommentFixture(2, { content: 'A reply' })],
    }),
  ])
  renderComments(2)

  expect(await screen.findByText('Hidden: you muted this member')).toBeTruthy()
  const folded = await withinComment('Hidden: you muted this member')
  expect(folded.getByText('A reply')).toBeTruthy()
  expect(folded.getByRole('button', { name: 'More options: hidden comment' })).toBeTruthy()
  expect(folded.getAllByRole('button', { name: /^Reply/ })).toHaveLength(1)
})
