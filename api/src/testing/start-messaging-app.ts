import { getViewer } from '@dolph/contract/accounts/viewer'
import {
  deleteConversation,
  listConversations,
  listMessages,
  sendMessage,
  syncMessages,
  type Message,
} from '@dolph/contract/messaging/messaging'
import { signInNewMember } from './sign-up-member.ts'
import { startApp } from './start-app.ts'

export type MessagingApp = Awaited<ReturnType<typeof startMessagingApp>>
export type MessagingMember = MessagingApp['ada']

/** Starts an app with ada, bob and carla signed in to message each other; limits are relaxed unless `env` says otherwise. */
export async function startMessagingApp(
  env: Record<string, string> = { LIMITS: 'relaxed' },
  options: Parameters<typeof startApp>[0] = {},
) {
  const api = await startApp({ env, ...options })

  async function signIn(userName: string) {
    const browser = await signInNewMember(api, userName)
    const { _id } = await browser.call(getViewer, {})
    return {
      ...browser,
      id: _id,
      async sendMessage(to: { id: string }, content: string, tempId?: string): Promise<Message> {
        const body = { recipientId: to.id, content, ...(tempId !== undefined && { tempId }) }
        return browser.call(sendMessage, { body })
      },
      /** The messages of the conversation as this member sees them, newest first. */
      listMessages: (peer: { id: string }, before?: string) =>
        browser.call(listMessages, {
          querystring: { conversationWith: peer.id, ...(before !== undefined && { before }) },
        }),
      deleteConversation: (peer: { id: string }) =>
        browser.call(deleteConversation, { params: { userId: peer.id } }),
      listConversations: () => browser.call(listConversations, { querystring: {} }),
      syncMessages: (peer: { id: string }, lastSyncTime?: string | null) =>
        browser.call(syncMessages, {
          querystring: { conversationWith: peer.id, ...(lastSyncTime && { lastSyncTime }) },
        }),
    }
  }

  const [ada, bob, carla] = [await signIn('ada'), await signIn('bob'), await signIn('carla')]
  return { ...api, ada, bob, carla }
}
