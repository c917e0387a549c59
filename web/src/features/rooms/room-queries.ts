import { listRooms, readRoom, syncRoom } from '@dolph/contract/rooms/rooms'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/api.ts'
import { isNotFound } from '../../lib/api/api-error.ts'
import { roomListKey, roomsKey } from '../messaging/query-keys.ts'
import type { RoomList } from './room-list.ts'
import { applyRoomSync, EMPTY_ROOM_THREAD, type RoomThread } from './room-thread.ts'

const SYNC_INTERVAL_MS = 10_000
/** Finds what the event `room_changed` announces, for when it is lost. */
const ROOM_INTERVAL_MS = 30_000
const LISTED_ROOMS_MAX = 100

/** The rooms of the member's teams, as many as anybody is likely to have. */
export const roomListQuery = (me: string) =>
  queryOptions({
    queryKey: roomListKey(me),
    queryFn: async ({ signal }): Promise<RoomList> => {
      const querystring = { limit: LISTED_ROOMS_MAX }
      const { data, unreadCount } = await callEndpoint(listRooms, { querystring }, signal)
      return { rooms: data, unreadCount }
    },
    networkMode: 'always',
  })

/** A room with everybody who reads it. */
export const roomQuery = (me: string, roomId: string) =>
  queryOptions({
    queryKey: [...roomsKey(me), 'room', roomId],
    queryFn: async ({ signal }) =>
      (await callEndpoint(readRoom, { params: { id: roomId } }, signal)).data,
    refetchInterval: ({ state }) => (isNotFound(state.error) ? false : ROOM_INTERVAL_MS),
    networkMode: 'always',
  })

/** The cached messages of a room. It has no fetcher: syncs, pages and events are merged into it as they arrive. */
export const roomThreadQuery = (me: string, roomId: string) =>
  queryOptions<RoomThread>({
    queryKey: [...roomsKey(me), 'thread', roomId],
    queryFn: skipToken,
    staleTime: Infinity,
    structuralSharing: false,
  })

/** Brings a room up to date. */
export const roomSyncQuery = (me: string, roomId: string) =>
  queryOptions({
    queryKey: [...roomsKey(me), 'sync', roomId],
    queryFn: async ({ client, signal }) => {
      const { queryKey } = roomThreadQuery(me, roomId)
      for (;;) {
        const since = client.getQueryData(queryKey)?.syncTime ?? null
        const querystring = since === null ? { from: 'newest' as const } : { lastSyncTime: since }
        const reply = await callEndpoint(syncRoom, { params: { id: roomId }, querystring }, signal)
        const thread = client.setQueryData(queryKey, (current) =>
          applyRoomSync(current ?? EMPTY_ROOM_THREAD, since, reply),
        )
        if (!reply.hasMore && thread?.syncTime != null) return reply.syncTime
      }
    },
    refetchInterval: ({ state }) => (isNotFound(state.error) ? false : SYNC_INTERVAL_MS),
    staleTime: 0,
    networkMode: 'always',
  })
