import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildFrame, Opcode } from '@dolph/api/testing/sockets/websocket-frame'
import { WebSocketServer } from 'ws'
import { expect, test } from 'vitest'
import { FuzzConnection } from './fuzz-connection.ts'

test('texts of every length are read', async () => {
  const texts = [125, 126, 127, 128, 65_535, 65_536].map((length) => 'x'.repeat(length))
  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const server = new WebSocketServer({ server: http })
  server.on('connection', (socket) => {
    socket.once('message', () => {
      for (const text of texts) socket.send(text)
      socket.close()
    })
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  using connection = await FuzzConnection.open(url, {})
  connection.send(buildFrame(Opcode.text, 'begin'))
  await connection.waitForText('never sent', 5_000)
  expect(connection.texts).toEqual(texts)
  server.close()
  http.close()
})
