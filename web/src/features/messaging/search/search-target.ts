import { searchMessages, type Message, type Participant } from '@dolph/contract/messaging/messaging'
import { callEndpoint } from '../../../lib/api/api.ts'

/** A message of a conversation or a room that a search found. */
export type FoundMessage = Pick<Message, '_id' | 'sender' | 'content' | 'createdAt'>

export interface FoundPage {
  messages: FoundMessage[]
  /** Where an incomplete search goes on. */
  next: string | null
}

/** What is searched: a conversation or a room. */
export interface SearchTarget {
  key: string
  searchPage: (q: string, before: string | null, signal: AbortSignal) => Promise<FoundPage>
  getSenderName: (sender: Participant) => string
}

/** The conversation with a member. */
export function createConversationSearch(peerId: string, peerName: string): SearchTarget {
  return {
    key: peerId,
    searchPage: (q, before, signal) => {
      const querystring = { conversationWith: peerId, q, ...(before !== null && { before }) }
      return callEndpoint(searchMessages, { querystring }, signal)
    },
    getSenderName: ({ _id }) => (_id === peerId ? peerName : 'You'),
  }
}
