import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

/** The baseline: a ws server that answers every message with `auth_success`. */
const server = createServer((_request, reply) => reply.end())
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', () => socket.send('{"type":"auth_success"}'))
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
