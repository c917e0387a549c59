import {
  listConversations,
  listMessages,
  readConversation,
  syncMessages,
  type Conversation,
  type Message,
} from '@dolph/contract/messaging'
import { readProfile } from '@dolph/contract/profiles'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Outlet } from 'react-router'
import { useLiveMessages } from '../features/messaging/live.ts'
import { MessagesPage } from '../features/messaging/messages-page.tsx'
import { Toasts } from '../ui/toast.tsx'
import { answer, fakeApi } from './fake-api.ts'
import { renderRoutes } from './render-page.tsx'
import { BOB, someConversation } from './some-message.ts'
import { someProfile } from './some-profile.ts'
import { someViewer } from './some-viewer.ts'

/** Opens /messages, or the conversation with Bob, as the app would: connected as soon as a test says so. */
export function openMessages(path = '/messages') {
  return renderRoutes(
    [
      {
        Component: Live,
        children: [
          { path: '/messages/:userId?', Component: MessagesPage },
          { path: '*', element: <p>Went elsewhere</p> },
        ],
      },
    ],
    path,
    someViewer(),
  )
}

function Live() {
  useLiveMessages()
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}

export const WITH_BOB = `/messages/${BOB._id}`

/** Makes the fake API know what Ada and Bob have said, oldest first. */
export function answerMessages(messages: Message[]): void {
  const last = messages.at(-1)
  answerConversations(last ? [someConversation(last)] : [])
  const syncTime = last?.createdAt ?? null
  answer(syncMessages, { messages, syncTime, hasMore: false, clearedTo: null })
  answer(readConversation, { success: true, message: 'Read' })
  answer(readProfile, { success: true, data: someProfile({ _id: BOB._id }) })
}

export function answerConversations(data: Conversation[]): void {
  const unreadCount = data.reduce((sum, each) => sum + each.unreadCount, 0)
  answer(listConversations, { success: true, data, unreadCount, nextCursor: null })
}

/** Makes the fake API have older messages, in pages of which each is newest first. */
export function answerOlder(...pages: Message[][]): void {
  let asked = 0
  fakeApi.use(
    http.get(`*${listMessages.url}`, () => {
      asked += 1
      return HttpResponse.json(pages[asked - 1] ?? [])
    }),
  )
}

export function composer(): HTMLTextAreaElement {
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message to bob' })
}
