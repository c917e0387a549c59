import { getViewer } from '@dolph/contract/accounts/viewer'
import { expect, test } from 'vitest'
import { startAttackedServer } from './attacked-server.ts'
import { startLatencyProbe } from './latency-probe.ts'

test('an attacked server is a process of its own with members signed in', async () => {
  await using server = await startAttackedServer()
  using memory = server.watchMemory()
  const ada = await server.signInMember('ada')
  const probe = startLatencyProbe(server.url, ada)
  const reply = await fetch(server.url + getViewer.url, { headers: ada.headers })
  expect(await reply.json()).toMatchObject({ _id: ada.id })
  const socket = await server.openSocket(ada)
  socket.close()
  const latency = await probe.stop()
  expect(latency).toMatchObject({ failures: 0 })
  expect(latency.p99).toBeGreaterThan(0)
  expect(server.pid).not.toBe(process.pid)
  expect(memory.growth()).toBeGreaterThanOrEqual(0)
  expect(server.hasExited()).toBe(false)
})
