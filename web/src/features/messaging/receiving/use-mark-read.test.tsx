import { markConversationRead } from '@dolph/contract/messaging/messaging'
import { useQueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockSyncReplies } from '../../../testing/render-bare-thread.tsx'
import { mockReply } from '../../../testing/fake-api.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import {
  BOB,
  getMessageId,
  createMessageFixture,
} from '../../../testing/fixtures/message-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { viewerQuery } from '../../accounts/session/viewer-query.ts'
import { useThread } from '../conversation/use-thread.ts'
import { useMarkRead } from './use-mark-read.ts'

test('the read state of one member is not used for the next one in the same tab', async () => {
  mockSyncReplies({ messages: [createMessageFixture(9)] }, { messages: [createMessageFixture(5)] })
  const requests = mockReply(markConversationRead, { success: true, message: 'Conversation read' })
  renderPage(<VisibleThread />, '/messages', createViewerFixture())
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ upTo: getMessageId(9) }]))

  await pressButton('Switch member')

  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toContainEqual({ upTo: getMessageId(5) }),
  )
})

function VisibleThread() {
  const client = useQueryClient()
  useThread(BOB._id)
  useMarkRead(BOB._id, true)
  const switchMember = () =>
    client.setQueryData(viewerQuery.queryKey, createViewerFixture({ _id: getMessageId(700) }))
  return <button onClick={switchMember}>Switch member</button>
}
