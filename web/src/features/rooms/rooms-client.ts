import type { Room } from '@dolph/contract/rooms/rooms'
import { connection, type ServerEventOf } from '../../realtime/connection.ts'
import type { MemberSession, MemberState } from '../accounts/session/member-session.ts'
import { MessagingClient } from '../messaging/messaging-client.ts'
import { roomsKey } from '../messaging/query-keys.ts'
import { applyMessageToRoomList, applyReadToRoomList } from './room-list.ts'
import { RoomReadReporter } from './room-read-reporter.ts'
import { roomListQuery, roomQuery, roomSyncQuery, roomThreadQuery } from './room-queries.ts'
import { mergeRoomMessages } from './room-thread.ts'

const REFRESH_DELAY_MS = 500

/** What this tab holds about the rooms of the signed-in member. */
export class RoomsClient implements MemberState {
  readonly me: string
  readonly readReporter: RoomReadReporter
  readonly #session: MemberSession
  readonly #visibleRooms = new Set<string>()
  #refreshTimer: ReturnType<typeof setTimeout> | undefined

  constructor(session: MemberSession) {
    this.#session = session
    this.me = session.memberId
    this.readReporter = new RoomReadReporter(session, (roomId, upTo) =>
      this.#applyRead(roomId, upTo),
    )
  }

  /** Applies the events of the connection until the returned function is called. */
  start(): () => void {
    const { client } = this.#session
    const unsubscribes = [
      connection.on('room_message', (event) => this.#receiveMessage(event)),
      connection.on('room_read', ({ roomId, userId, upTo }) => {
        if (userId === this.me) this.#applyRead(roomId, upTo)
      }),
      connection.on('room_changed', ({ roomId }) => {
        this.#scheduleListRefresh()
        for (const { queryKey } of [roomQuery(this.me, roomId), roomSyncQuery(this.me, roomId)])
          void client.invalidateQueries({ queryKey })
      }),
      connection.subscribe(() => {
        // What was sent meanwhile comes with the syncs.
        if (connection.getState() === 'connected')
          void client.invalidateQueries({ queryKey: roomsKey(this.me) })
      }),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }

  /** The room is on screen, with its end: its messages are read and make no sound. Returns the function that ends it. */
  showRoom(roomId: string): () => void {
    this.#visibleRooms.add(roomId)
    return () => void this.#visibleRooms.delete(roomId)
  }

  close(): void {
    clearTimeout(this.#refreshTimer)
    this.#refreshTimer = undefined
    this.readReporter.close()
  }

  #receiveMessage({ message, tempId }: ServerEventOf<'room_message'>): void {
    const { client } = this.#session
    const messaging = this.#session.get(MessagingClient)
    if (tempId !== undefined) messaging.outboxes.removeAcknowledged(tempId)
    client.setQueryData(
      roomThreadQuery(this.me, message.room).queryKey,
      (thread) => thread && mergeRoomMessages(thread, [message]),
    )
    const isRead = message.sender._id === this.me || this.#visibleRooms.has(message.room)
    const room = this.#findRoom(message.room)
    if (!room) this.#scheduleListRefresh()
    client.setQueryData(
      roomListQuery(this.me).queryKey,
      (list) => list && applyMessageToRoomList(list, message, isRead),
    )
    const isSilent = isRead || room?.isMuted || room?.ignoredIds.includes(message.sender._id)
    if (!isSilent) void messaging.sound.play(message._id)
  }

  #applyRead(roomId: string, upTo: string): void {
    const { client } = this.#session
    const { queryKey } = roomListQuery(this.me)
    const list = client.getQueryData(queryKey)
    if (!list) return
    const read = applyReadToRoomList(list, roomId, upTo)
    if (read) client.setQueryData(queryKey, read)
    else this.#scheduleListRefresh()
  }

  #findRoom(roomId: string): Room | undefined {
    const list = this.#session.client.getQueryData(roomListQuery(this.me).queryKey)
    return list?.rooms.find(({ _id }) => _id === roomId)
  }

  /** Delayed, so that several changes cause one request. */
  #scheduleListRefresh(): void {
    this.#refreshTimer ??= setTimeout(() => {
      this.#refreshTimer = undefined
      void this.#session.client.invalidateQueries({ queryKey: roomListQuery(this.me).queryKey })
    }, REFRESH_DELAY_MS)
  }
}
