import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { buildFrame, Opcode } from './websocket-frame.ts'
import { startRunningClock } from '../running-clock.ts'

const UNSENT_MAX_BYTES = 1024 * 1024

export interface RawSocketOwner {
  id: string
  /** Sent with the upgrade request: the session cookie and the origin. */
  headers: Record<string, string>
}

/** Opens an authenticated WebSocket as bare TCP, which answers and reads nothing by itself. */
export async function openRawSocket(url: string, { id, headers }: RawSocketOwner) {
  const socket = await openUpgradedConnection(url, headers)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const auth = { type: 'auth', userId: id, timestamp: new Date().toISOString() }
  socket.write(buildFrame(Opcode.text, JSON.stringify(auth)))
  await readUntil(socket, 'auth_success')
  socket.pause()
  return {
    socket,
    closed,
    /** Repeats the bytes as fast as the server reads them, until it cuts the connection or the time is over. */
    async flood(bytes: Buffer, durationMs: number): Promise<{ isCut: boolean; afterMs: number }> {
      using clock = startRunningClock()
      while (!socket.destroyed && clock.readMs() < durationMs) {
        if (socket.writableLength < UNSENT_MAX_BYTES) socket.write(bytes)
        await wait(socket.writableLength > 0 ? 5 : 0)
      }
      return { isCut: socket.destroyed, afterMs: clock.readMs() }
    },
    async [Symbol.asyncDispose]() {
      socket.destroy()
      await closed
    },
  }
}

/** A TCP connection after the handshake of a WebSocket. Rejects with the HTTP status if the upgrade is refused. */
export async function openUpgradedConnection(
  url: string,
  headers: Record<string, string>,
): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay()
  socket.on('error', () => {})
  socket.write(
    [
      'GET /ws HTTP/1.1',
      `Host: ${hostname}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '\r\n',
    ].join('\r\n'),
  )
  await readUntil(socket, ' 101 ')
  return socket
}

async function readUntil(socket: Socket, text: string): Promise<void> {
  let received = ''
  while (!received.includes(text)) {
    const [chunk] = (await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })) as [Buffer]
    received += chunk.toString('latin1')
    if (/^HTTP\/1.1 [45]/.test(received)) throw new Error(received.slice(9, 12))
  }
}
