import { answerJoinRequest, readJoinRequest } from '@dolph/contract/join-requests/join-requests'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { createJoinRequestFixture } from '../../../testing/fixtures/join-request-fixtures.ts'
import { BOB, createMessageFixture } from '../../../testing/fixtures/message-fixtures.ts'
import {
  BOB_CONVERSATION_PATH,
  getComposer,
  mockMessages,
  renderMessagesPage,
} from '../../../testing/render-messages-page.tsx'

const REQUEST = createJoinRequestFixture({
  counterpart: { _id: BOB._id, userName: 'bob', profilePicture: '' },
})
const OPENING = 'Hi bob, thanks for asking to join as Map maker. '

test('the opening of an answer is in the field, and only sending it answers the request', async () => {
  await openAnswer()
  const calls = mockReply(answerJoinRequest, {
    success: true,
    data: { ...REQUEST, state: 'talking' },
  })
  expect(screen.getByText(REQUEST.note)).toBeTruthy()
  expect(document.activeElement).toBe(getComposer())
  await userEvent.type(getComposer(), 'Is Sunday fine?')
  expect(calls).toEqual([])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({
    answer: 'talk',
    message: `${OPENING}Is Sunday fine?`,
    tempId: expect.stringMatching(/^temp-/),
  })
  await waitFor(() => expect(screen.queryByText(/stays open/)).toBeNull())
  expect(getComposer().value).toBe('')
  await userEvent.type(getComposer(), 'Or Monday?{Enter}')
  expect(getLastSocket().sentOfType('new_message')).toMatchObject([{ content: 'Or Monday?' }])
})

test('an answer that comes too late says so, and keeps its text', async () => {
  await openAnswer()
  mockRefusal(answerJoinRequest, 409, { code: 'conflict', message: 'This request has ended.' })
  mockReply(readJoinRequest, {
    success: true,
    data: { ...REQUEST, state: 'ended', canAnswer: false },
  })
  await userEvent.type(getComposer(), 'Hello{Enter}')
  expect(await screen.findByText('This request has ended.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(/stays open/)).toBeNull())
  await waitFor(() => expect(getComposer().value).toBe(`${OPENING}Hello`))
})

test('a request can be answered later', async () => {
  await openAnswer()
  await pressButton('Answer later')
  await waitFor(() => expect(getComposer().value).toBe(''))
})

async function openAnswer() {
  mockMessages([createMessageFixture(1)])
  mockReply(readJoinRequest, { success: true, data: REQUEST })
  renderMessagesPage(`${BOB_CONVERSATION_PATH}?answer=${REQUEST._id}`)
  await waitFor(() => expect(getComposer().value).toBe(OPENING))
  getLastSocket().accept()
}
