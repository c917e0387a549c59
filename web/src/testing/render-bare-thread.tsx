import { getViewer } from '@dolph/contract/accounts/viewer'
import { sendMessage, syncMessages, type Message } from '@dolph/contract/messaging/messaging'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect } from 'vitest'
import type { SyncReply } from '../features/messaging/receiving/thread.ts'
import { useThread } from '../features/messaging/conversation/use-thread.ts'
import { LiveUpdates } from '../app/live-updates.tsx'
import { MembersOnly } from '../features/accounts/session/members-only.tsx'
import { useSendMessage } from '../features/messaging/sending/use-outbox.ts'
import { useMarkRead } from '../features/messaging/receiving/use-mark-read.ts'
import { mockReply, fakeApi } from './fake-api.ts'
import { renderPage } from './render-page.tsx'
import { ADA, BOB, getTimestamp, createMessageFixture } from './fixtures/message-fixtures.ts'
import { createViewerFixture } from './fixtures/viewer-fixtures.ts'

/** Renders the conversation with Bob without its styled components; Ada reads it if `isReading`. */
export function renderBareThread({ isReading = false } = {}) {
  const viewer = createViewerFixture()
  mockReply(getViewer, { success: true, _id: viewer._id, data: viewer })
  return renderPage(
    <MembersOnly>
      <LiveUpdates />
      <BareThread isReading={isReading} />
    </MembersOnly>,
    '/messages',
    viewer,
  )
}

function BareThread({ isReading }: { isReading: boolean }) {
  useMarkRead(BOB._id, isReading)
  const { messages, failure, hasOlder, loadOlder } = useThread(BOB._id)
  const { send, withdraw } = useSendMessage(BOB._id)
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
          if (failed) send(withdraw(failed.key))
        }}
      >
        Retry
      </button>
    </>
  )
}

/** The messages on screen, oldest first. */
export function getShownMessages(): string[] {
  return screen.queryAllByRole('listitem').map((item) => item.textContent)
}

/**
 * Makes the fake API answer successive syncs with these replies, each once it resolves, and later ones with no changes;
 * returns the `lastSyncTime` of each request, or the `from` of one without.
 */
export function mockSyncReplies(
  ...replies: (Partial<SyncReply> | Promise<Partial<SyncReply>>)[]
): (string | null)[] {
  const syncTimes: (string | null)[] = []
  fakeApi.use(
    http.get(`*${syncMessages.url}`, async ({ request }) => {
      const pendingReply = replies[syncTimes.length]
      const { searchParams } = new URL(request.url)
      expect(searchParams.get('conversationWith')).toBe(BOB._id)
      syncTimes.push(searchParams.get('lastSyncTime') ?? searchParams.get('from'))
      const reply = await pendingReply
      const messages = reply?.messages ?? []
      const noChanges = {
        syncTime: getTimestamp(syncTimes.length),
        hasMore: false,
        clearedTo: null,
      }
      return HttpResponse.json({ ...noChanges, ...reply, messages })
    }),
  )
  return syncTimes
}

/** Makes the fake API store sent messages as the server does: the same `tempId` is the same message. */
export function mockSendMessage(firstSequence = 1000): { tempId: string; content: string }[] {
  const stored: { tempId: string; content: string }[] = []
  fakeApi.use(
    http.post(`*${sendMessage.url}`, async ({ request }) => {
      const { tempId, content } = (await request.json()) as { tempId: string; content: string }
      if (!stored.some((each) => each.tempId === tempId)) stored.push({ tempId, content })
      const sequence = firstSequence + stored.findIndex((each) => each.tempId === tempId)
      return HttpResponse.json(createOwnMessageFixture(sequence, content), { status: 201 })
    }),
  )
  return stored
}

export function createOwnMessageFixture(sequence: number, content: string): Message {
  return createMessageFixture(sequence, { sender: ADA, content })
}
