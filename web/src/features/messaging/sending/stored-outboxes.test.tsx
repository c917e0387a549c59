import { sendMessage } from '@dolph/contract/messaging/messaging'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockNetworkError } from '../../../testing/fake-api.ts'
import { BOB, getMessageId } from '../../../testing/fixtures/message-fixtures.ts'
import { mockSendMessage } from '../../../testing/render-bare-thread.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import { getStoredContents, storeUnsentMessages } from '../../../testing/stored-outbox.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { LiveMessages } from '../live-messages.tsx'

const CARLA_ID = getMessageId(3)

test('after a reload of any page, the unsent messages of all conversations are sent', async () => {
  storeUnsentMessages([
    { tempId: 'temp-11111111', content: 'Under way' },
    { tempId: 'temp-22222222', content: 'Refused', failure: 'User not found' },
  ])
  storeUnsentMessages(
    [{ tempId: 'temp-33333333', content: 'Waiting', failure: 'Not now', isRetryable: true }],
    CARLA_ID,
  )
  const sent = mockSendMessage()
  renderPage(<LiveMessages />, '/posts', createViewerFixture())

  await waitFor(() =>
    expect(sent.map(({ content }) => content).toSorted()).toEqual(['Under way', 'Waiting']),
  )
  await waitFor(() => expect(getStoredContents(CARLA_ID)).toEqual([]))
  await waitFor(() => expect(getStoredContents(BOB._id)).toEqual(['Refused']))
})

test('after a reload without a connection, they are sent when the browser comes online', async () => {
  storeUnsentMessages([{ tempId: 'temp-11111111', content: 'Under way' }])
  mockNetworkError(sendMessage)
  renderPage(<LiveMessages />, '/posts', createViewerFixture())
  await waitFor(() => expect(localStorage.getItem(getUnsentKey())).toContain('"isRetryable":true'))

  const sent = mockSendMessage()
  window.dispatchEvent(new Event('online'))

  await waitFor(() => expect(sent.map(({ content }) => content)).toEqual(['Under way']))
  await waitFor(() => expect(getStoredContents()).toEqual([]))
})

function getUnsentKey(): string {
  return `draft:${createViewerFixture()._id}:message:${BOB._id}:unsent`
}
