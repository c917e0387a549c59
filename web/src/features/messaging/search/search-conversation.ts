import { searchMessages, type Message } from '@dolph/contract/messaging'
import { callEndpoint } from '../../../lib/api/api.ts'

/** One request searches a part of a long history; after so many without a match, the member decides whether to go on. */
const EMPTY_PAGES_MAX = 20

/** The next matches before the message `from`, newest first. */
export async function searchConversation(
  peerId: string,
  q: string,
  from: string | null,
  signal: AbortSignal,
): Promise<{ messages: Message[]; next: string | null }> {
  let before = from
  for (let attempt = 1; ; attempt += 1) {
    const querystring = { conversationWith: peerId, q, ...(before !== null && { before }) }
    const { messages, next } = await callEndpoint(searchMessages, { querystring }, signal)
    if (messages.length > 0 || next === null || attempt === EMPTY_PAGES_MAX)
      return { messages, next }
    before = next
  }
}
