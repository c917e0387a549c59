import type { RawData, WebSocket } from 'ws'
import type { Connection } from './connection.ts'
import { countClose } from './socket-metrics.ts'

/** Attaches the same listener functions to every socket: closures per socket would cost memory. */
export function createListenerAttacher(
  connections: Map<WebSocket, Connection>,
  removeConnection: (webSocket: WebSocket, connection: Connection) => void,
): (webSocket: WebSocket) => void {
  function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
    // ws gives a Buffer unless `binaryType` is set.
    connections.get(this)?.receiveFrame(data as Buffer, isBinary)
  }
  function onPing(this: WebSocket, payload: Buffer): void {
    connections.get(this)?.receivePing(payload)
  }
  function onPong(this: WebSocket): void {
    connections.get(this)?.receivePong()
  }
  /** An invalid frame: ws sends the close frame by itself, but then goes on reading. */
  function onError(this: WebSocket): void {
    // In the next tick, because ws resumes its stream in this one.
    process.nextTick(() => connections.get(this)?.cutOff())
  }
  function onClose(this: WebSocket, code: number): void {
    countClose(code)
    const connection = connections.get(this)
    if (connection) removeConnection(this, connection)
  }
  return (webSocket) => {
    webSocket.on('message', onMessage)
    webSocket.on('ping', onPing)
    webSocket.on('pong', onPong)
    webSocket.on('close', onClose)
    webSocket.on('error', onError)
  }
}
