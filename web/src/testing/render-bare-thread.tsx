import { getViewer } from '@dolph/contract/accounts'
import { sendMessage, syncMessages, type Message } from '@dolph/contract/messaging'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { SyncReply } from '../features/messaging/thread.ts'
import { useThread } from '../features/messaging/data.ts'
import { useLiveMessages } from '../features/messaging/use-live-messages.ts'
import { useSendMessage } from '../features/messaging/outbox.ts'
import { useMarkRead } from '../features/messaging/use-mark-read.ts'
import { mockReply, fakeApi } from './fake-api.ts'
import { renderPage } from './render-page.tsx'
import { ADA, BOB, getTimestamp, createMessageFixture } from './message-fixtures.ts'
import { createViewerFixture } from './viewer-fixtures.ts'

/** A conversation with Bob without any of its looks; Ada reads it while `isLooking`. */
export function renderBareThread({ isLooking = false } = {}) {
  const viewer = createViewerFixture()
  mockReply(getViewer, { success: true, _id: viewer._id, data: viewer })
  return renderPage(<BareThread isLooking={isLooking} />, '/messages', viewer)
}

function BareThread({ isLooking }: { isLooking: boolean }) {
  useLiveMessages()
  useMarkRead(BOB._id, isLooking)
  const { messages, failure, hasOlder, loadOlder } = useThread(BOB._id)
  const { send, takeBack } = useSendMessage(BOB._id)
  return (
    <>
      <p role="alert">{failure}</p>
      <ol>
        {messages.map((message) => (
          <li key={message.key}>
            {[message.content, message.label, message.failure].filter(Boolean).join(' | ')}
          </li>
        ))}
      </ol>
      {hasOlder && <button onClick={loadOlder}>Older</button>}
      <button onClick={() => send('One')}>Send one</button>
      <button onClick={() => send('Two')}>Send two</button>
      <button
        onClick={() => {
          const failed = messages.find(({ label }) => label === 'Failed')
          if (failed) send(takeBack(failed.key))
        }}
      >
        Retry
      </button>
    </>
  )
}

/** What stands on the screen, oldest first. */
export function getShownMessages(): string[] {
  return screen.queryAllByRole('listitem').map((item) => item.textContent)
}

/**
 * Makes the fake API answer one sync after the other so, in its own time, and then with nothing new; gives what it was
 * asked from.
 */
export function mockSyncReplies(
  ...replies: (Partial<SyncReply> | Promise<Partial<SyncReply>>)[]
): (string | null)[] {
  const asked: (string | null)[] = []
  fakeApi.use(
    http.get(`*${syncMessages.url}`, async ({ request }) => {
      const answering = replies[asked.length]
      asked.push(new URL(request.url).searchParams.get('lastSyncTime'))
      const reply = await answering
      const messages = reply?.messages ?? []
      const nothing = { syncTime: getTimestamp(asked.length), hasMore: false, clearedTo: null }
      return HttpResponse.json({ ...nothing, ...reply, messages })
    }),
  )
  return asked
}

/** Makes the fake API keep what is sent, as the server does: the same `tempId` is the same message. */
export function mockSendMessage(first = 1000): { tempId: string; content: string }[] {
  const kept: { tempId: string; content: string }[] = []
  fakeApi.use(
    http.post(`*${sendMessage.url}`, async ({ request }) => {
      const { tempId, content } = (await request.json()) as { tempId: string; content: string }
      if (!kept.some((each) => each.tempId === tempId)) kept.push({ tempId, content })
      const nth = first + kept.findIndex((each) => each.tempId === tempId)
      return HttpResponse.json(createOwnMessageFixture(nth, content), { status: 201 })
    }),
  )
  return kept
}

export function createOwnMessageFixture(nth: number, content: string): Message {
  return createMessageFixture(nth, { sender: ADA, content })
}
