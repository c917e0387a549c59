import { searchMessages, type Message } from '@dolph/contract/messaging'
import { callEndpoint } from '../../lib/api.ts'

/** A call looks at a part of a long history; so many may find nothing before somebody is asked whether to go on. */
const EMPTY_PAGES_MAX = 20

/** The next that contain the text, from there to the past. */
export async function searchConversation(
  peerId: string,
  q: string,
  from: string | null,
  signal: AbortSignal,
): Promise<{ messages: Message[]; next: string | null }> {
  let before = from
  for (let tries = 1; ; tries += 1) {
    const querystring = { conversationWith: peerId, q, ...(before !== null && { before }) }
    const { messages, next } = await callEndpoint(searchMessages, { querystring }, signal)
    if (messages.length > 0 || next === null || tries === EMPTY_PAGES_MAX) return { messages, next }
    before = next
  }
}
