import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getLastSocket } from '../../testing/fake-socket.ts'
import { ADA, BOB } from '../../testing/fixtures/message-fixtures.ts'
import {
  CARLA,
  createRoomMessage,
  mockRoom,
  ROOM_PATH,
} from '../../testing/fixtures/room-fixtures.ts'
import { renderMessagesPage } from '../../testing/render-messages-page.tsx'

const MENTIONS = [
  { _id: ADA._id, userName: 'ada' },
  { _id: CARLA._id, userName: 'carla' },
]

test('mentioned members are links to their profiles; other names and addresses are text', async () => {
  const content = '@Ada, ask @carla, not @bob or me@ada'
  mockRoom({}, [createRoomMessage(1, { content, mentions: MENTIONS })])
  renderMessagesPage(ROOM_PATH)
  const log = await screen.findByRole('region', { name: 'Team Restore Friday' })
  const links = within(log).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['@Ada', '/profile/ada'],
    ['@carla', '/profile/carla'],
  ])
})

test('an @ offers the others in the room, and Enter takes the chosen one', async () => {
  mockRoom()
  renderMessagesPage(ROOM_PATH)
  const field = await screen.findByRole('textbox', { name: 'Message to Restore Friday' })
  await userEvent.type(field, 'Hi @')
  const people = await screen.findByRole('listbox', { name: 'People to mention' })
  expect(within(people).getAllByRole('option')).toHaveLength(2)
  await userEvent.type(field, 'CA')
  expect(within(people).getAllByRole('option')).toHaveLength(1)
  await userEvent.type(field, '{Enter}')
  expect(field).toHaveProperty('value', 'Hi @carla ')
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('the list of teams shows a mention, also of a muted room', async () => {
  const { lists } = mockRoom({ isMuted: true }, [createRoomMessage(1)])
  renderMessagesPage()
  const entry = await screen.findByRole('link', { name: /Restore Friday/ })
  getLastSocket().accept()
  await waitFor(() => expect(lists).toHaveLength(2))
  const mention = createRoomMessage(2, { content: 'Well, @ada?', mentions: MENTIONS, sender: BOB })
  getLastSocket().receive({ type: 'room_message', message: mention })
  expect(await within(entry).findByText('1 mention')).toBeTruthy()
  expect(entry.textContent).not.toContain('unread')
})
