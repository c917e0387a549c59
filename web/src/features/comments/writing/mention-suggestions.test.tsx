import { searchPeople } from '@dolph/contract/people/people'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockReply } from '../../../testing/fake-api.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { createCommentFixture } from '../../../testing/fixtures/comment-fixtures.ts'
import { mockThreadPages, renderComments } from '../../../testing/render-comments.tsx'

const BOBBY = createPerson(2, 'bobby')
const BOB = createPerson(1, 'bob', { firstName: 'Bob', lastName: 'Ray' })

test('typing @ and two letters offers people; arrow keys and Enter choose one', async () => {
  const { user, field } = await openForm()
  await user.type(field, 'Thanks @bo')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('@bob Bob Ray'),
    expect.stringContaining('@bobby'),
  ])
  expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id)

  await user.keyboard('{ArrowDown}')
  expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id)
  await user.keyboard('{Enter}')

  expect(field.value).toBe('Thanks @bobby ')
  expect(screen.queryByRole('option')).toBeNull()
  await user.keyboard('!')
  expect(field.value).toBe('Thanks @bobby !')
})

test('a click chooses a person in the middle of a text, and the field keeps the focus', async () => {
  const { user, field } = await openForm()
  await user.type(field, 'Hi , how are you')
  field.setSelectionRange(3, 3)
  await user.type(field, '@bo', { initialSelectionStart: 3, initialSelectionEnd: 3 })
  await user.click((await screen.findAllByRole('option'))[0] ?? field)
  expect(field.value).toBe('Hi @bob , how are you')
  expect(field.selectionStart).toBe('Hi @bob '.length)
  expect(document.activeElement).toBe(field)
})

test('Esc closes the list and leaves the text', async () => {
  const { user, field } = await openForm()
  await user.type(field, '@bo')
  await screen.findAllByRole('option')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(field.value).toBe('@bo')
})

test('Tab chooses a person, and Shift+Tab goes back and leaves the text', async () => {
  const { user, field } = await openForm()
  await user.type(field, '@bo')
  await screen.findAllByRole('option')
  await user.keyboard('{Shift>}{Tab}{/Shift}')
  expect(field.value).toBe('@bo')
  expect(document.activeElement).not.toBe(field)
  expect(screen.queryByRole('option')).toBeNull()

  await user.type(field, 'b')
  await screen.findAllByRole('option')
  await user.keyboard('{Tab}')
  expect(field.value).toBe('@bob ')
  expect(document.activeElement).toBe(field)
})

test('an email address, @@ and one letter offer nobody', async () => {
  const { user, field, requests, advanceTime } = await openForm()
  for (const text of ['ada@bob', '@@bob', '@b']) {
    await user.clear(field)
    await user.type(field, text)
    await advanceTime(400)
  }
  expect(requests).toEqual([])
  expect(screen.queryByRole('option')).toBeNull()
})

test('only those whom the server found are links in a comment', async () => {
  mockThreadPages([createCommentFixture(1, { content: 'Ask @bob or @eve', mentions: [BOB] })])
  renderComments(1)
  const link = await screen.findByRole('link', { name: '@bob' }, { timeout: 10_000 })
  expect(link.getAttribute('href')).toBe('/profile/bob')
  await waitFor(() => expect(screen.queryByRole('link', { name: '@eve' })).toBeNull())
})

async function openForm() {
  const { user, advanceTime } = installFakeClock()
  mockThreadPages([])
  const requests = mockReply(searchPeople, [BOB, BOBBY])
  renderComments(0)
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Add a comment')
  return { user, advanceTime, field, requests }
}

function createPerson(number: number, userName: string, names = {}) {
  return {
    _id: `01932dad-55f0-7c01-9923-d974d6c5fc0${number}`,
    userName,
    profilePicture: '',
    ...names,
  }
}
