import {
  listConversations,
  listMessages,
  markConversationRead,
  syncMessages,
  type Conversation,
  type Message,
} from '@dolph/contract/messaging/messaging'
import { readProfile } from '@dolph/contract/profiles/profiles'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Outlet } from 'react-router'
import { LiveUpdates } from '../app/live-updates.tsx'
import { MessagesPage } from '../features/messaging/messages-page.tsx'
import { Toasts } from '../ui/overlays/toast.tsx'
import { mockReply, fakeApi } from './fake-api.ts'
import { renderRoutes } from './render-page.tsx'
import { BOB, createConversationFixture } from './fixtures/message-fixtures.ts'
import { createProfileFixture } from './fixtures/profile-fixtures.ts'
import { createViewerFixture } from './fixtures/viewer-fixtures.ts'

/** Renders /messages, or a conversation, as the app does; the socket connects when the test accepts it. */
export function renderMessagesPage(path = '/messages') {
  return renderRoutes(
    [
      {
        Component: LiveOutlet,
        children: [
          { path: '/messages/:userId?', Component: MessagesPage },
          { path: '/messages/rooms/:roomId', Component: MessagesPage },
          { path: '*', element: <p>Other page</p> },
        ],
      },
    ],
    path,
    createViewerFixture(),
  )
}

function LiveOutlet() {
  return (
    <>
      <LiveUpdates />
      <Outlet />
      <Toasts />
    </>
  )
}

export const BOB_CONVERSATION_PATH = `/messages/${BOB._id}`

/** Makes the fake API return these messages between Ada and Bob, oldest first. */
export function mockMessages(messages: Message[]): void {
  const last = messages.at(-1)
  mockConversations(last ? [createConversationFixture(last)] : [])
  const syncTime = last?.createdAt ?? null
  mockReply(syncMessages, { messages, syncTime, hasMore: false, clearedTo: null })
  mockReply(markConversationRead, { success: true, message: 'Read' })
  mockReply(readProfile, { success: true, data: createProfileFixture({ _id: BOB._id }) })
}

export function mockConversations(data: Conversation[]): void {
  const unreadCount = data.reduce((sum, each) => sum + each.unreadCount, 0)
  mockReply(listConversations, { success: true, data, unreadCount, nextCursor: null })
}

/** Makes the fake API return these pages of older messages, each newest first. */
export function mockOlderMessages(...pages: Message[][]): void {
  let requestCount = 0
  fakeApi.use(
    http.get(`*${listMessages.url}`, () => {
      requestCount += 1
      return HttpResponse.json(pages[requestCount - 1] ?? [])
    }),
  )
}

export function getComposer(): HTMLTextAreaElement {
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to bob' })
}
