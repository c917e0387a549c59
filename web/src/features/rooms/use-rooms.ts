import {
  listRoomMessages,
  ROOM_LIVE_MAX,
  type OpenRoom,
  type RoomMessage,
  type RoomPosition,
} from '@dolph/contract/rooms/rooms'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { callEndpoint } from '../../lib/api/api.ts'
import { usePageVisible } from '../../lib/use-page-visible.ts'
import { useMemberState } from '../accounts/session/member-session.ts'
import {
  toUnsentDisplay,
  type DisplayedMessage,
} from '../messaging/conversation/displayed-messages.ts'
import { useUnsentMessages } from '../messaging/sending/use-outbox.ts'
import { excludeArrived } from '../messaging/sending/outbox-state.ts'
import { describeContent, displayRevision } from '../messaging/changes/displayed-revision.ts'
import { roomListQuery, roomQuery, roomSyncQuery, roomThreadQuery } from './room-queries.ts'
import { toRoomKey } from './room-target.ts'
import { applyOlderRoomPage, getShownRoomMessages, type OlderRoomPage } from './room-thread.ts'
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
    mutationFn: ({ before }: OlderRoomPage) =>
      callEndpoint(listRoomMessages, { params: { id: roomId }, querystring: { before } }),
    onSuccess: (page, requested) =>
      client.setQueryData(
        queryKey,
        (current) => current && applyOlderRoomPage(current, requested, page),
      ),
    networkMode: 'always',
  })

  const shown = thread ? getShownRoomMessages(thread) : []
  const own = shown.filter(({ sender, line }) => sender._id === me && line === undefined)
  const readers = room && thread ? nameReaders(room, thread.positions, own.at(-1)?._id) : null
  return {
    messages: [
      ...shown.map((message) => ({
        ...toDisplayed(message, me, room),
        ...(readers !== null && message === own.at(-1) && { label: 'Read' as const, readers }),
      })),
      ...excludeArrived(unsent, own).map(toUnsentDisplay),
    ],
    onlineIds: new Set(
      thread?.positions.filter(({ isOnline }) => isOnline).map(({ userId }) => userId),
    ),
    start: describeStart(thread?.from ?? null, shown[0], me),
    isPending: !thread && !isError,
    isLoaded: thread !== undefined,
    error,
    retry: () => void refetch(),
    hasOlder: thread?.loadedFrom != null,
    loadOlder: () => {
      if (thread?.loadedFrom != null && !older.isPending)
        older.mutate({ before: thread.loadedFrom, from: thread.from })
    },
    isLoadingOlder: older.isPending,
    hasOlderFailed: older.isError,
  }
}

/** Who has read a message of the viewer; null while nobody has. */
function nameReaders(
  { members }: OpenRoom,
  positions: readonly RoomPosition[],
  messageId = '',
): string | null {
  const readerIds = positions.filter(({ upTo }) => (upTo ?? '') >= messageId)
  const names = readerIds.flatMap(
    ({ userId }) => members.find(({ person }) => person._id === userId)?.person.userName ?? [],
  )
  const [first] = names
  if (messageId === '' || first === undefined) return null
  const others = names.length - 1
  if (others > 0 && names.length === positions.length) return 'Read by all'
  if (others === 0) return `Read by ${first}`
  return `Read by ${first} and ${others === 1 ? '1 other' : `${others} others`}`
}

function toDisplayed(
  message: RoomMessage,
  me: string,
  room: OpenRoom | undefined,
): DisplayedMessage {
  const { _id, sender, createdAt, line, mentions = [], about, replyTo } = message
  const nameOf = (memberId: string) =>
    room?.members.find(({ person }) => person._id === memberId)?.person.userName ??
    'a former member'
  return {
    ...displayRevision(message, me, nameOf),
    key: _id,
    _id,
    content: describeContent(message),
    sender,
    createdAt,
    line,
    label: null,
    failure: null,
    about,
    replyTo,
    isMarkdown: message.format === 'markdown',
    isMine: sender._id === me,
    mentions: mentions.map(({ _id: id, userName }) => ({ userName, isViewer: id === me })),
    isFolded: room?.ignoredIds.includes(sender._id) === true,
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

const NOBODY: readonly string[] = []

/** Who is typing in a room, and what the composer tells the others. */
export function useRoomTyping(roomId: string, room: OpenRoom | undefined) {
  const { typing, typists } = useMemberState(RoomsClient)
  const typistIds = useSyncExternalStore(
    typists.subscribe,
    () => typists.read(roomId),
    () => NOBODY,
  )
  const isLive = room !== undefined && room.memberCount <= ROOM_LIVE_MAX
  return {
    text: describeTypists(room, typistIds),
    startTyping: () => isLive && typing.startTyping(roomId),
    stopTyping: () => typing.stopTyping(roomId),
  }
}

function describeTypists(room: OpenRoom | undefined, typistIds: readonly string[]): string | null {
  const shown = (room?.members ?? []).filter(
    ({ person }) => typistIds.includes(person._id) && !room?.ignoredIds.includes(person._id),
  )
  const [first] = shown
  if (!first) return null
  return shown.length > 1 ? 'Several people are typing…' : `${first.person.userName} is typing…`
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
