import { readConversation } from '@dolph/contract/messaging'
import { useQueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerSyncs } from '../../testing/bare-thread.tsx'
import { answer } from '../../testing/fake-api.ts'
import { press } from '../../testing/fill-in.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { BOB, idOf, someMessage } from '../../testing/some-message.ts'
import { someViewer } from '../../testing/some-viewer.ts'
import { viewer } from '../accounts/viewer.ts'
import { useThread } from './data.ts'
import { useReading } from './reading.ts'

test('what one member has read is not taken for read by the next in the same tab', async () => {
  answerSyncs({ messages: [someMessage(9)] }, { messages: [someMessage(5)] })
  const told = answer(readConversation, { success: true, message: 'Conversation read' })
  renderPage(<LookedAt />, '/messages', someViewer())
  await waitFor(() => expect(told.map(({ body }) => body)).toEqual([{ upTo: idOf(9) }]))

  await press('Become another')

  await waitFor(() => expect(told.map(({ body }) => body)).toContainEqual({ upTo: idOf(5) }))
})

function LookedAt() {
  const client = useQueryClient()
  useThread(BOB._id)
  useReading(BOB._id, true)
  const become = () => client.setQueryData(viewer.queryKey, someViewer({ _id: idOf(700) }))
  return <button onClick={become}>Become another</button>
}
