import { listRoomMessages, type OpenRoom, type RoomMessage } from '@dolph/contract/rooms/rooms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callEndpoint } from '../../lib/api/api.ts'
import { usePageVisible } from '../../lib/use-page-visible.ts'
import { useMemberState } from '../accounts/session/member-session.ts'
import {
  toUnsentDisplay,
  type DisplayedMessage,
} from '../messaging/conversation/displayed-messages.ts'
import { useUnsentMessages } from '../messaging/sending/use-outbox.ts'
import { excludeArrived } from '../messaging/sending/outbox-state.ts'
import { roomListQuery, roomQuery, roomSyncQuery, roomThreadQuery } from './room-queries.ts'
import { toRoomKey } from './room-target.ts'
import { applyOlderRoomPage, getShownRoomMessages } from './room-thread.ts'
import { RoomsClient } from './rooms-client.ts'

export function useRoomList() {
  return useQuery(roomListQuery(useMemberState(RoomsClient).me))
}

export function useRoom(roomId: string) {
  return useQuery(roomQuery(useMemberState(RoomsClient).me, roomId))
}

/** The messages of a room, oldest first, unsent ones last. */
export function useRoomThread(roomId: string, room: OpenRoom | undefined) {
  const client = useQueryClient()
  const { me } = useMemberState(RoomsClient)
  const { queryKey } = roomThreadQuery(me, roomId)
  const { data: thread } = useQuery(roomThreadQuery(me, roomId))
  const { isError, error, refetch } = useQuery(roomSyncQuery(me, roomId))
  const unsent = useUnsentMessages(toRoomKey(roomId))
  const older = useMutation({
    mutationFn: (before: string) =>
      callEndpoint(listRoomMessages, { params: { id: roomId }, querystring: { before } }),
    onSuccess: (page, before) =>
      client.setQueryData(
        queryKey,
        (current) => current && applyOlderRoomPage(current, before, page),
      ),
    networkMode: 'always',
  })

  const shown = thread ? getShownRoomMessages(thread) : []
  const ignored = new Set(room?.ignoredIds)
  const own = shown.filter(({ sender, line }) => sender._id === me && line === undefined)
  return {
    messages: [
      ...shown.map((message) => toDisplayed(message, me, ignored)),
      ...excludeArrived(unsent, own).map(toUnsentDisplay),
    ],
    start: describeStart(thread?.from ?? null, shown[0], me),
    isPending: !thread && !isError,
    isLoaded: thread !== undefined,
    error,
    retry: () => void refetch(),
    hasOlder: thread?.loadedFrom != null,
    loadOlder: () => {
      if (thread?.loadedFrom != null && !older.isPending) older.mutate(thread.loadedFrom)
    },
    isLoadingOlder: older.isPending,
    hasOlderFailed: older.isError,
  }
}

function toDisplayed(
  { _id, content, sender, createdAt, line }: RoomMessage,
  me: string,
  ignored: ReadonlySet<string>,
): DisplayedMessage {
  return {
    key: _id,
    _id,
    content,
    sender,
    createdAt,
    line,
    label: null,
    failure: null,
    isMine: sender._id === me,
    isFolded: ignored.has(sender._id),
  }
}

/** Why the log begins where it does, for those who see its beginning. */
function describeStart(from: string | null, first: RoomMessage | undefined, me: string): string {
  if (from === null) return 'Everyone here reads what you write.'
  const hasJoinedHere = first?.line === 'joined' && first.sender._id === me
  return hasJoinedHere
    ? 'You joined here. Earlier messages are not shown.'
    : 'Earlier messages are not shown.'
}

/** Marks the room as read while its newest message is on screen. */
export function useMarkRoomRead(
  roomId: string,
  messages: readonly DisplayedMessage[],
  isAtEnd: boolean,
): void {
  const rooms = useMemberState(RoomsClient)
  const isSeen = usePageVisible() && isAtEnd
  // The member's own messages and lines are never unread.
  const newest = messages.findLast(({ _id, isMine, line }) => _id !== null && !isMine && !line)
  const upTo = newest?._id ?? null
  useEffect(() => (isSeen ? rooms.showRoom(roomId) : undefined), [rooms, roomId, isSeen])
  useEffect(() => {
    if (isSeen && upTo !== null) rooms.readReporter.report(roomId, upTo)
  }, [rooms, roomId, isSeen, upTo])
}
