import { callApi, type ApiSession } from './call-api.ts'

/** A message of a room as a client received it. */
export interface RoomCopy {
  _id: string
  room: string
  content: string
  /** When it was last changed after it was sent. */
  revisedAt?: string
}

interface RoomSync {
  messages: RoomCopy[]
  syncTime: string
  hasMore: boolean
}

/** The rooms of one client, as the web client keeps them: what is pushed, and a sync of each room that is open. */
export class SimulatedRooms {
  /** Every message that was ever received, by socket or by sync, also of rooms that the member has left. */
  readonly messages = new Map<string, RoomCopy>()
  readonly #session: ApiSession
  readonly #open = new Map<string, { lastSyncTime: string | null }>()

  constructor(session: ApiSession) {
    this.#session = session
  }

  /** Opens a room that the member has joined. */
  openRoom(roomId: string): void {
    this.#open.set(roomId, { lastSyncTime: null })
    void this.#syncRoom(roomId)
  }

  /** One of the open rooms by chance, undefined if there is none. */
  pickRoom(): string | undefined {
    const roomIds = [...this.#open.keys()]
    return roomIds[Math.floor(Math.random() * roomIds.length)]
  }

  /** Of two versions of a message, the later one stays. */
  receive(message: RoomCopy): void {
    const known = this.messages.get(message._id)
    if ((known?.revisedAt ?? '') > (message.revisedAt ?? '')) return
    this.messages.set(message._id, message)
  }

  async sync(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((roomId) => this.#syncRoom(roomId)))
  }

  /** A room that the member has left is closed when a sync is answered with 404. */
  async #syncRoom(roomId: string): Promise<void> {
    const room = this.#open.get(roomId)
    for (let hasMore = room !== undefined; room && hasMore;) {
      const parameter = room.lastSyncTime === null ? '' : `?lastSyncTime=${room.lastSyncTime}`
      const path = `/api/rooms/${roomId}/sync${parameter}`
      const { status, body } = await callApi(this.#session, 'GET', path)
      // Opened again meanwhile: another sync is under way.
      if (status === 404 && this.#open.get(roomId) === room) this.#open.delete(roomId)
      if (status !== 200) return
      const response = body as RoomSync
      for (const message of response.messages) this.receive(message)
      room.lastSyncTime = response.syncTime
      hasMore = response.hasMore
    }
  }
}
