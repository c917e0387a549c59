import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerSyncs, openThread } from '../../testing/bare-thread.tsx'
import { lastSocket } from '../../testing/fake-socket.ts'
import { idOf, momentOf, someMessage } from '../../testing/some-message.ts'

test('what was told on a connection that is lost is told again on the next, unless it was confirmed', async () => {
  answerSyncs()
  openThread()
  lastSocket().accept()
  lastSocket().tell({ type: 'new_message', message: someMessage(1) })
  lastSocket().tell({ type: 'new_message', message: someMessage(2) })
  lastSocket().tell({ type: 'new_message', message: someMessage(3) })
  await waitFor(() => expect(told()).toEqual([idOf(1), idOf(2), idOf(3)]))
  lastSocket().tell({ type: 'message_delivered', messageId: idOf(1), timestamp: momentOf(4) })
  lastSocket().tell({ type: 'message_read', messageId: idOf(3), timestamp: momentOf(4) })

  lastSocket().end()
  window.dispatchEvent(new Event('online'))
  lastSocket().accept()

  expect(told()).toEqual([idOf(2)])
})

/** Of which messages the server was told on this connection that they came. */
function told(): string[] {
  return lastSocket()
    .saidOf('message_received')
    .map(({ messageId }) => messageId)
}
