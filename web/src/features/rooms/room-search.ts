import { searchRoom, type Room } from '@dolph/contract/rooms/rooms'
import { callEndpoint } from '../../lib/api/api.ts'
import { getPeerName } from '../messaging/peer.ts'
import type { SearchTarget } from '../messaging/search/search-target.ts'
import { toRoomKey } from './room-target.ts'

/** Searches a room; messages that are folded for the member are left out. */
export function createRoomSearch(
  { _id: id, ignoredIds }: Pick<Room, '_id' | 'ignoredIds'>,
  me: string,
): SearchTarget {
  return {
    key: toRoomKey(id),
    searchPage: async (q, before, signal) => {
      const querystring = { q, ...(before !== null && { before }) }
      const { messages, next } = await callEndpoint(
        searchRoom,
        { params: { id }, querystring },
        signal,
      )
      return { messages: messages.filter(({ sender }) => !ignoredIds.includes(sender._id)), next }
    },
    getSenderName: (sender) => (sender._id === me ? 'You' : getPeerName(sender)),
  }
}
