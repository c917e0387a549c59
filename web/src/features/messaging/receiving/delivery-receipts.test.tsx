import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockSyncReplies, renderBareThread } from '../../../testing/render-bare-thread.tsx'
import { getLastSocket } from '../../../testing/fake-socket.ts'
import {
  getMessageId,
  getTimestamp,
  createMessageFixture,
} from '../../../testing/fixtures/message-fixtures.ts'

test('unconfirmed delivery receipts of a lost connection are sent again on the next one', async () => {
  mockSyncReplies()
  renderBareThread()
  getLastSocket().accept()
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(1) })
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(2) })
  getLastSocket().receive({ type: 'new_message', message: createMessageFixture(3) })
  await waitFor(() =>
    expect(getReceiptIds()).toEqual([getMessageId(1), getMessageId(2), getMessageId(3)]),
  )
  getLastSocket().receive({
    type: 'message_delivered',
    messageId: getMessageId(1),
    timestamp: getTimestamp(4),
  })
  getLastSocket().receive({
    type: 'message_read',
    messageId: getMessageId(3),
    timestamp: getTimestamp(4),
  })

  getLastSocket().disconnect()
  window.dispatchEvent(new Event('online'))
  getLastSocket().accept()

  expect(getReceiptIds()).toEqual([getMessageId(2)])
})

/** The messages whose delivery receipt was sent on the current connection. */
function getReceiptIds(): string[] {
  return getLastSocket()
    .sentOfType('message_received')
    .map(({ messageId }) => messageId)
}
