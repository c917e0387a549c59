import {
  blockMember,
  readRelation,
  unblockMember,
  type MemberRelation,
} from '@dolph/contract/safety/safety'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockReply } from '../../../testing/fake-api.ts'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import { BOB, createMessageFixture } from '../../../testing/fixtures/message-fixtures.ts'
import {
  BOB_CONVERSATION_PATH,
  getComposer,
  mockMessages,
  renderMessagesPage,
} from '../../../testing/render-messages-page.tsx'
import '../../safety/opened-member-menu.tsx'

const OPEN: MemberRelation = { isBlocked: false, isMuted: false, canMessage: true }
const BLOCKED: MemberRelation = { isBlocked: true, isMuted: false, canMessage: false }
const CLOSED: MemberRelation = { isBlocked: false, isMuted: false, canMessage: false }

test('blocking the peer replaces the composer at once, unblocking brings it back with the draft', async () => {
  mockMessages([createMessageFixture(1)])
  mockReply(blockMember, { success: true, data: BLOCKED })
  mockReply(unblockMember, { success: true, data: OPEN })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByText('Message 1')
  await userEvent.type(getComposer(), 'Half a thought')

  await userEvent.click(screen.getByRole('button', { name: 'Conversation options' }))
  const item = await screen.findByRole('menuitem', { name: 'Block bob' })
  await userEvent.click(item)
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))

  await screen.findByText('You blocked bob.')
  expect(screen.queryByRole('textbox', { name: 'Message to bob' })).toBeNull()

  await userEvent.click(await screen.findByRole('button', { name: 'Unblock' }))
  await waitFor(() => expect(getComposer().value).toBe('Half a thought'))
})

test('a member who is blocked meanwhile sees only that they cannot message this member, without a reload', async () => {
  mockMessages([createMessageFixture(1)])
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByText('Message 1')
  getLastSocket().accept()
  getLastSocket().receive({
    type: 'user_status',
    userId: BOB._id,
    status: 'online',
    lastSeen: null,
  })
  await screen.findByText('Online')

  mockReply(readRelation, { success: true, data: CLOSED })
  getLastSocket().receive({ type: 'relation_changed', userId: BOB._id })

  await screen.findByText('You cannot message this member.')
  expect(screen.queryByRole('button', { name: 'Unblock' })).toBeNull()
  expect(screen.queryByText('Online')).toBeNull()

  mockReply(readRelation, { success: true, data: OPEN })
  getLastSocket().receive({ type: 'relation_changed', userId: BOB._id })
  await waitFor(() => expect(getComposer()).toBeTruthy())
})

test('an empty conversation that is closed does not invite to say hello', async () => {
  mockMessages([])
  mockReply(readRelation, { success: true, data: CLOSED })
  renderMessagesPage(BOB_CONVERSATION_PATH)
  await screen.findByText('You cannot message this member.')
  expect(screen.queryByText('Say hello to bob')).toBeNull()
})
