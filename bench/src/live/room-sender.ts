import { createSessionCookies } from '../bench-members.ts'
import type { LoadedRoom } from '../load/load-rooms.ts'
import { MESSAGE_TEXT } from './message-sender.ts'
import { measureLatencies, measureThroughput } from './send-rates.ts'
import { openAuthenticatedSockets, sendEvent } from './websocket-client.ts'

const DELIVERY_TIMEOUT_MS = 30_000
const CONTENT_PATTERN = /"content" ?: ?"([^"]*)"/

/** Opens the sockets of everybody in the rooms, half of each room at one process and half at the other. The author of a room sends. */
export async function connectRooms(
  rooms: LoadedRoom[],
  { urls, database }: { urls: [string, string]; database: string },
) {
  const memberIds = rooms.flatMap((room) => room.memberIds)
  const cookies = await createSessionCookies(memberIds, database)
  const members = memberIds.map((memberId, index) => ({ memberId, cookie: cookies[index] ?? '' }))
  const connections = await Promise.all(
    urls.map((url, process) =>
      openAuthenticatedSockets(
        url,
        members.filter((_, index) => index % urls.length === process),
      ),
    ),
  )
  const sockets = new Map(connections.flatMap((opened) => [...opened]))
  const inFlight = new Map<string, () => void>()
  let count = 0
  for (const socket of sockets.values()) {
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      if (text.includes('"type":"error"')) throw new Error(`A message was refused: ${text}`)
      // Not parsed: each message is received fifty times, by clients that share the processors with the servers.
      const content = CONTENT_PATTERN.exec(text)?.[1]
      if (content !== undefined) inFlight.get(content)?.()
    })
  }

  /** Resolves when everybody in the room has the message, the author too. */
  async function sendAndAwaitDelivery({ roomId, memberIds: readers }: LoadedRoom): Promise<number> {
    count += 1
    const content = `${MESSAGE_TEXT}, ${count}`
    const socket = sockets.get(readers[0] ?? '')
    const started = performance.now()
    let missing = readers.length
    await new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(
        () =>
          reject(new Error(`${missing} members got no message within ${DELIVERY_TIMEOUT_MS} ms`)),
        DELIVERY_TIMEOUT_MS,
      )
      inFlight.set(content, () => {
        missing -= 1
        if (missing > 0) return
        clearTimeout(timeout)
        resolve()
      })
      const tempId = `temp-${crypto.randomUUID()}`
      if (socket) sendEvent(socket, { type: 'room_message', roomId, content, tempId })
    })
    inFlight.delete(content)
    return performance.now() - started
  }

  return {
    measureThroughput: (seconds: number) => measureThroughput(rooms, sendAndAwaitDelivery, seconds),
    measureLatencies: (ratePerSecond: number, seconds: number) =>
      measureLatencies(rooms, sendAndAwaitDelivery, { ratePerSecond, seconds }),
    [Symbol.dispose]() {
      for (const socket of sockets.values()) socket.terminate()
    },
  }
}
