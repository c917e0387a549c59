import { act } from '@testing-library/react'
import { ClientEvent, type ServerEvent } from '@dolph/contract/realtime'
import { z } from 'zod/mini'

const openedSockets: FakeSocket[] = []

/** Replaces the browser's WebSocket with a connection that the test controls. */
class FakeSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3

  readyState: number = FakeSocket.CONNECTING
  readonly url: string
  /** The events the page has sent, oldest first. */
  readonly sentEvents: ClientEvent[] = []

  constructor(url: string) {
    super()
    this.url = url
    openedSockets.push(this)
  }

  send(data: string): void {
    this.sentEvents.push(z.parse(ClientEvent, JSON.parse(data)))
  }

  close(): void {
    this.readyState = FakeSocket.CLOSED
  }

  /** The server accepts the connection and authenticates the page. */
  accept(): void {
    act(() => {
      this.readyState = FakeSocket.OPEN
      this.dispatchEvent(new Event('open'))
    })
    this.receive({ type: 'auth_success' })
  }

  receive(event: ServerEvent): void {
    this.receiveRaw(JSON.stringify(event))
  }

  receiveRaw(data: string): void {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data })))
  }

  /** Closes the connection; a page gets code 1006 when the connection was lost. */
  disconnect(code = 1006): void {
    this.readyState = FakeSocket.CLOSED
    act(() => void this.dispatchEvent(new CloseEvent('close', { code })))
  }

  sentOfType<T extends ClientEvent['type']>(type: T): Extract<ClientEvent, { type: T }>[] {
    return this.sentEvents.filter(
      (event): event is Extract<ClientEvent, { type: T }> => event.type === type,
    )
  }
}

/** Makes pages connect to fake sockets from now on. */
export function installFakeSockets(): void {
  Object.defineProperty(globalThis, 'WebSocket', { value: FakeSocket, configurable: true })
}

/** The connection that the page opened last. */
export function getLastSocket(): FakeSocket {
  const socket = openedSockets.at(-1)
  if (!socket) throw new Error('The page has opened no connection')
  return socket
}

export function countOpenedSockets(): number {
  return openedSockets.length
}

export function resetFakeSockets(): void {
  openedSockets.length = 0
}
