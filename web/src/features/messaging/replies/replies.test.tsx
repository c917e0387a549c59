import { readQuoted } from '@dolph/contract/messaging/quoted-messages'
import { MESSAGE_DELETED } from '@dolph/contract/messaging/revisions'
import { sendMessage } from '@dolph/contract/messaging/messaging'
import { sendRoomMessage } from '@dolph/contract/rooms/rooms'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockReply } from '../../../testing/fake-api.ts'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import {
  ADA,
  BOB,
  createMessageFixture,
  getMessageId,
} from '../../../testing/fixtures/message-fixtures.ts'
import {
  CARLA,
  createRoomMessage,
  mockRoom,
  ROOM_PATH,
} from '../../../testing/fixtures/room-fixtures.ts'
import {
  BOB_CONVERSATION_PATH,
  getComposer,
  mockMessages,
  renderMessagesPage,
} from '../../../testing/render-messages-page.tsx'

const ASKED = createMessageFixture(1, { content: 'Does **low tide** work?' })

async function reply(text: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Options of “${text}”` }))
  const menu = await screen.findByRole('menu')
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Reply' }))
}

test('a reply from the menu names the message above the field, and is sent with its id', async () => {
  mockMessages([ASKED])
  const calls = mockReply(sendMessage, createMessageFixture(2, { sender: ADA, content: 'It does' }))
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await reply(ASKED.content)
  expect(screen.getByText(/^Reply to/).textContent).toBe('Reply to bob: Does low tide work?')
  await waitFor(() => expect(document.activeElement).toBe(getComposer()))
  await userEvent.keyboard('It does{Enter}')
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { replyTo: ASKED._id } }))
  expect(screen.queryByText(/^Reply to/)).toBeNull()

  await userEvent.keyboard('And more{Enter}')
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.at(-1)).not.toHaveProperty('body.replyTo')
})

test('Escape gives a reply up, and keeps the text', async () => {
  mockMessages([ASKED])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await reply(ASKED.content)
  await userEvent.type(getComposer(), 'It does{Escape}')
  expect(screen.queryByText(/^Reply to/)).toBeNull()
  expect(getComposer().value).toBe('It does')
})

test('a quote shows the message as it is now', async () => {
  const answer = createMessageFixture(2, { sender: ADA, content: 'Yes', replyTo: ASKED._id })
  mockMessages([ASKED, answer])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  expect(
    await screen.findByRole('button', { name: 'Answers bob: Does low tide work?' }),
  ).toBeTruthy()
  const socket = getLastSocket()
  socket.accept()
  const deleted = { ...ASKED, content: MESSAGE_DELETED, deletedBy: 'sender' as const }
  socket.receive({
    type: 'message_changed',
    message: { ...deleted, revisedAt: new Date().toISOString() },
  })
  expect(
    await screen.findByRole('button', { name: `Answers bob: ${MESSAGE_DELETED}` }),
  ).toBeTruthy()
})

test('messages that are not loaded are asked for, and what the server leaves out stays unknown', async () => {
  const [known, unknown] = [getMessageId(501), getMessageId(502)]
  mockMessages([
    createMessageFixture(1, { content: 'One', replyTo: known }),
    createMessageFixture(2, { content: 'Two', replyTo: unknown }),
  ])
  const calls = mockReply(readQuoted, [{ _id: known, sender: ADA, content: 'Long ago' }])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  expect(await screen.findByRole('button', { name: 'Answers You: Long ago' })).toBeTruthy()
  expect(screen.getByText('Earlier message')).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('in a room, the message of somebody whom the viewer blocked is not quoted', async () => {
  const blocked = createRoomMessage(1, { sender: CARLA, content: 'An insult' })
  const answer = createRoomMessage(2, { sender: BOB, content: 'Stop it', replyTo: blocked._id })
  mockRoom({ ignoredIds: [CARLA._id] }, [blocked, answer])
  const calls = mockReply(sendRoomMessage, createRoomMessage(3, { sender: ADA }))
  renderMessagesPage(ROOM_PATH)
  expect(
    await screen.findByRole('button', { name: /^Answers carla: Hidden: you blocked/ }),
  ).toBeTruthy()
  expect(screen.queryByText('An insult')).toBeNull()
  await reply('Stop it')
  await userEvent.type(screen.getByRole('textbox'), 'Thanks{Enter}')
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ body: { replyTo: answer._id } }))
})
