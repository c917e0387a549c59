import {
  addReaction,
  deleteMessage,
  editMessage,
  MESSAGE_TOO_OLD,
  removeReaction,
} from '@dolph/contract/messaging/message-changes'
import { MESSAGE_DELETED } from '@dolph/contract/messaging/revisions'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import { ADA, BOB, createMessageFixture } from '../../../testing/fixtures/message-fixtures.ts'
import { createRoomMessage, mockRoom, ROOM_PATH } from '../../../testing/fixtures/room-fixtures.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import {
  BOB_CONVERSATION_PATH,
  getComposer,
  mockMessages,
  renderMessagesPage,
} from '../../../testing/render-messages-page.tsx'

const OWN = createMessageFixture(1, {
  sender: ADA,
  content: 'See you on Fryday',
  createdAt: new Date().toISOString(),
})
const THEIRS = createMessageFixture(2, { createdAt: new Date().toISOString() })
const LATER = new Date(Date.now() + 1_000).toISOString()

beforeEach(() => mockMessages([OWN, THEIRS]))

async function openMenu(text: string) {
  const button = await screen.findByRole('button', { name: `Options of “${text}”` })
  await userEvent.click(button)
  return screen.findByRole('menu')
}

const findMessage = async (text: string | RegExp) => {
  const found = await screen.findByText(text, { selector: 'li[data-message] p' })
  const item = found.closest('li')
  if (!item) throw new Error(`The message ${text} is in no list`)
  return item
}

describe('editing', () => {
  test('puts the text into the field, and saves it', async () => {
    const content = 'See you on Friday'
    const calls = mockReply(editMessage, { ...OWN, content, editedAt: LATER, revisedAt: LATER })
    renderMessagesPage(BOB_CONVERSATION_PATH)
    await userEvent.click(
      within(await openMenu(OWN.content)).getByRole('menuitem', { name: 'Edit' }),
    )
    expect(getComposer().value).toBe(OWN.content)
    await userEvent.clear(getComposer())
    await userEvent.type(getComposer(), 'See you on Friday{Enter}')
    expect((await findMessage('See you on Friday')).textContent).toContain('edited')
    expect(calls.at(-1)).toMatchObject({ body: { content } })
    await waitFor(() => expect(getComposer().value).toBe(''))
    expect(document.activeElement).toBe(getComposer())
  })

  test('starts with the arrow key up in an empty field, and Escape gives it up', async () => {
    renderMessagesPage(BOB_CONVERSATION_PATH)
    await findMessage(OWN.content)
    await userEvent.type(getComposer(), '{ArrowUp}')
    expect(getComposer().value).toBe(OWN.content)
    expect(screen.getByText(/Editing a message/)).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(getComposer().value).toBe('')
    expect(screen.queryByText(/Editing a message/)).toBeNull()
  })

  test('keeps what was typed when the server refuses it', async () => {
    mockRefusal(editMessage, 409, { code: 'conflict', message: MESSAGE_TOO_OLD })
    renderMessagesPage(BOB_CONVERSATION_PATH)
    await findMessage(OWN.content)
    await userEvent.type(getComposer(), '{ArrowUp}')
    await userEvent.type(getComposer(), '!{Enter}')
    expect(await screen.findByText(MESSAGE_TOO_OLD)).toBeTruthy()
    expect(getComposer().value).toBe(`${OWN.content}!`)
  })

  test('is not offered for a message of the day before yesterday', async () => {
    mockMessages([createMessageFixture(1, { sender: ADA, content: 'Old' })])
    renderMessagesPage(BOB_CONVERSATION_PATH)
    const menu = await openMenu('Old')
    expect(within(menu).queryByRole('menuitem', { name: 'Edit' })).toBeNull()
    expect(within(menu).getByRole('menuitem', { name: 'Delete for everyone' })).toBeTruthy()
  })
})

test('a message is deleted for everyone after a question', async () => {
  const deleted = { ...OWN, content: MESSAGE_DELETED, deletedBy: 'sender' as const }
  mockReply(deleteMessage, { ...deleted, revisedAt: LATER })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const menu = await openMenu(OWN.content)
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Delete for everyone' }))
  await screen.findByRole('alertdialog', { name: 'Delete for everyone?' })
  await pressButton('Delete')
  await findMessage(MESSAGE_DELETED)
  expect(screen.queryByText(OWN.content)).toBeNull()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a reaction is added from the menu and taken back below the message', async () => {
  const reacted = { ...THEIRS, reactions: { up: [ADA._id] }, revisedAt: LATER }
  mockReply(addReaction, reacted)
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const menu = await openMenu(THEIRS.content)
  await userEvent.click(within(menu).getByRole('menuitemcheckbox', { name: 'Thumbs up' }))
  const chip = await screen.findByRole('button', { name: 'Thumbs up, 1: You' })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  const after = new Date(Date.parse(LATER) + 1_000).toISOString()
  const calls = mockReply(removeReaction, { ...THEIRS, revisedAt: after })
  await userEvent.click(chip)
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Reactions' })).toBeNull())
  expect(calls).toHaveLength(1)
})

test('a change by the other is on the screen at once, and an older version does not undo it', async () => {
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await findMessage(THEIRS.content)
  getLastSocket().accept()
  const message = { ...THEIRS, content: 'Corrected', editedAt: LATER, revisedAt: LATER }
  getLastSocket().receive({ type: 'message_changed', message })
  await findMessage('Corrected')
  getLastSocket().receive({ type: 'new_message', message: THEIRS })
  expect(await findMessage('Corrected')).toBeTruthy()
})

test('the arrow keys lead from one message’s menu to the next', async () => {
  renderMessagesPage(BOB_CONVERSATION_PATH)
  const buttons = await screen.findAllByRole('button', { name: /^Options of/ })
  expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0])
  buttons[1]?.focus()
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(buttons[0])
  expect(screen.queryByRole('menu')).toBeNull()
})

describe('in a room', () => {
  test('owners may delete what others wrote', async () => {
    const message = createRoomMessage(1, { sender: BOB })
    mockRoom({}, [message])
    mockReply(deleteMessage, {
      ...message,
      content: MESSAGE_DELETED,
      deletedBy: 'owner',
      revisedAt: LATER,
    })
    renderMessagesPage(ROOM_PATH)
    const menu = await openMenu(message.content)
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Delete for everyone' }))
    await screen.findByRole('alertdialog')
    await pressButton('Delete')
    expect(await findMessage('Deleted by an owner')).toBeTruthy()
  })

  test('other members may not, and see who reacted', async () => {
    const message = createRoomMessage(1, {
      reactions: { rocket: [BOB._id, ADA._id] },
      revisedAt: LATER,
    })
    mockRoom({ isOwner: false }, [message])
    renderMessagesPage(ROOM_PATH)
    const menu = await openMenu(message.content)
    expect(within(menu).queryByRole('menuitem', { name: 'Delete for everyone' })).toBeNull()
    expect(within(menu).getByRole('menuitem', { name: 'Report message' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Rocket, 2: You, bob' })).toBeTruthy()
  })
})
