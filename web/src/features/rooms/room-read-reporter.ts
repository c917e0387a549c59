import { markRoomRead } from '@dolph/contract/rooms/rooms'
import { callEndpoint } from '../../lib/api/api.ts'
import { isNotFound } from '../../lib/api/api-error.ts'
import type { MemberSession } from '../accounts/session/member-session.ts'
import { runMutation } from '../messaging/sending/run-mutation.ts'

/** In a room of fifty, each message would otherwise cause fifty requests at once. */
const REPORT_INTERVAL_MS = 5000

interface Position {
  /** Up to which message the member has read the room. */
  readTo: string
  /** Up to which the server knows it. */
  reportedTo: string
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Tells the server up to which message the member has read each room: at once, and then at most every five seconds. */
export class RoomReadReporter {
  readonly #session: MemberSession
  readonly #onReported: (roomId: string, upTo: string) => void
  readonly #positions = new Map<string, Position>()

  constructor(session: MemberSession, onReported: (roomId: string, upTo: string) => void) {
    this.#session = session
    this.#onReported = onReported
  }

  report(roomId: string, upTo: string): void {
    const position = this.#getPosition(roomId)
    if (upTo <= position.readTo) return
    position.readTo = upTo
    if (position.timer === undefined) void this.#send(roomId, position)
  }

  close(): void {
    for (const { timer } of this.#positions.values()) clearTimeout(timer)
    this.#positions.clear()
  }

  async #send(roomId: string, position: Position): Promise<void> {
    const { readTo: upTo } = position
    position.timer = setTimeout(() => {
      position.timer = undefined
      // A report that failed is sent again, too.
      if (position.readTo > position.reportedTo) void this.#send(roomId, position)
    }, REPORT_INTERVAL_MS)
    try {
      await runMutation(this.#session.client, () =>
        callEndpoint(markRoomRead, { params: { id: roomId }, body: { upTo } }),
      )
    } catch (error) {
      // Who has left the room has nothing to report.
      if (isNotFound(error)) position.reportedTo = position.readTo
      return
    }
    position.reportedTo = upTo
    if (this.#session.isActive()) this.#onReported(roomId, upTo)
  }

  #getPosition(roomId: string): Position {
    const known = this.#positions.get(roomId)
    if (known) return known
    const position: Position = { readTo: '', reportedTo: '', timer: undefined }
    this.#positions.set(roomId, position)
    return position
  }
}
