import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import { expect, test } from 'vitest'
import { EventFrame } from './event-frame.ts'

test('events of every length arrive as they are, between those that ws frames', async () => {
  const texts = [0, 1, 62, 63, 125, 126, 127, 0xff_ff, 0x1_00_00, 200_000].flatMap((length) => [
    'x'.repeat(length),
    'é'.repeat(length),
  ])
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  server.on('connection', (socket, { socket: stream }) => {
    for (const text of texts) {
      stream.write(new EventFrame(text).bytes)
      socket.send('next')
    }
    socket.close()
  })
  const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`)
  const received: string[] = []
  client.on('message', (data: Buffer, isBinary) => received.push(isBinary ? '' : data.toString()))
  const [code] = (await once(client, 'close')) as [number]
  expect(code).toBe(1005)
  expect(received).toEqual(texts.flatMap((text) => [text, 'next']))
  server.close()
  http.close()
})
