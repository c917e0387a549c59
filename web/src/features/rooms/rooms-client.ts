import type { Room, RoomMessage } from '@dolph/contract/rooms/rooms'
import { connection, type ServerEventOf } from '../../realtime/connection.ts'
import type { MemberSession, MemberState } from '../accounts/session/member-session.ts'
import { MessagingClient } from '../messaging/messaging-client.ts'
import { TypingStore } from '../messaging/presence/typing-store.ts'
import { roomsKey } from '../messaging/query-keys.ts'
import { applyChangeToRoomList, applyMessageToRoomList, applyReadToRoomList } from './room-list.ts'
import { RoomReadReporter } from './room-read-reporter.ts'
import { roomListQuery, roomQuery, roomSyncQuery, roomThreadQuery } from './room-queries.ts'
import { applyRoomChange, applyRoomRead, mergeRoomMessages } from './room-thread.ts'
import { RoomTypists } from './room-typists.ts'

const REFRESH_DELAY_MS = 500
const TYPING_REPEAT_MS = 3000
/** In a lively room a sound for each message would never end. */
const SOUND_INTERVAL_MS = 30_000

/** What this tab holds about the rooms of the signed-in member. */
export class RoomsClient implements MemberState {
  readonly me: string
  readonly readReporter: RoomReadReporter
  readonly typing = new TypingStore({
    send: (roomId, isTyping) => connection.send({ type: 'room_typing', roomId, isTyping }),
    repeatIntervalMs: TYPING_REPEAT_MS,
  })
  readonly typists = new RoomTypists()
  readonly #session: MemberSession
  readonly #visibleRooms = new Set<string>()
  readonly #lastSoundAt = new Map<string, number>()
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
      connection.on('message_changed', ({ message }) => {
        if ('room' in message) this.mergeChange(message)
      }),
      connection.on('room_read', ({ roomId, userId, upTo }) => {
        if (userId === this.me) this.#applyRead(roomId, upTo)
        else
          client.setQueryData(
            roomThreadQuery(this.me, roomId).queryKey,
            (thread) => thread && applyRoomRead(thread, userId, upTo),
          )
      }),
      connection.on('room_typing', ({ roomId, userId, isTyping }) =>
        this.typists.update(roomId, userId, isTyping),
      ),
      connection.on('room_changed', ({ roomId }) => {
        this.#scheduleListRefresh()
        for (const { queryKey } of [roomQuery(this.me, roomId), roomSyncQuery(this.me, roomId)])
          void client.invalidateQueries({ queryKey })
      }),
      connection.subscribe(() => {
        // What was sent meanwhile comes with the syncs.
        if (connection.getState() === 'connected')
          void client.invalidateQueries({ queryKey: roomsKey(this.me) })
        else this.#resetTyping()
      }),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      this.#resetTyping()
    }
  }

  /** Replaces the cached versions of a message that was changed. */
  mergeChange(message: RoomMessage): void {
    const { client } = this.#session
    client.setQueryData(
      roomThreadQuery(this.me, message.room).queryKey,
      (thread) => thread && applyRoomChange(thread, message),
    )
    client.setQueryData(
      roomListQuery(this.me).queryKey,
      (list) => list && applyChangeToRoomList(list, message),
    )
    // It may have been unread, or mention somebody else now.
    if (message.sender._id !== this.me && (message.editedAt ?? message.deletedBy))
      this.#scheduleListRefresh()
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
    this.typists.update(message.room, message.sender._id, false)
    const isRead = message.sender._id === this.me || this.#visibleRooms.has(message.room)
    const room = this.#findRoom(message.room)
    if (!room) this.#scheduleListRefresh()
    client.setQueryData(
      roomListQuery(this.me).queryKey,
      (list) => list && applyMessageToRoomList(list, message, { me: this.me, isRead }),
    )
    const isSilent = isRead || room?.isMuted || room?.ignoredIds.includes(message.sender._id)
    if (!isSilent) this.#playSound(message)
  }

  #playSound({ _id: messageId, room: roomId }: RoomMessage): void {
    const now = Date.now()
    if (now - (this.#lastSoundAt.get(roomId) ?? 0) < SOUND_INTERVAL_MS) return
    this.#lastSoundAt.set(roomId, now)
    void this.#session.get(MessagingClient).sound.play(messageId)
  }

  #resetTyping(): void {
    this.typing.reset()
    this.typists.reset()
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
