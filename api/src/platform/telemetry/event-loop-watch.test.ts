import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { routeConfig } from '../http/route-config.ts'
import { eventLoopWatch } from './event-loop-watch.ts'

test('a request that blocks the event loop is logged with its route, one that waits is not', async () => {
  const lines: string[] = []
  await using app = Fastify({
    logger: { stream: { write: (line: string) => void lines.push(line) } },
  })
  await app.register(routeConfig)
  await app.register(eventLoopWatch)
  app.get('/waits', async () => {
    await wait(400)
    return ''
  })
  app.get('/blocks/:id', async () => {
    useProcessor(400)
    return ''
  })

  await app.inject('/waits')
  expect(lines.join('')).not.toContain('event loop blocked')
  await app.inject('/blocks/7?token=1')

  await vi.waitFor(() => expect(lines.join('')).toContain('event loop blocked'))
  const warnings = lines.filter((line) => line.includes('event loop blocked'))
  expect(warnings).toHaveLength(1)
  expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
    level: 40,
    routes: expect.arrayContaining(['/blocks/:id']),
  })
})

test('of many requests the newest are named', async () => {
  const lines: string[] = []
  await using app = Fastify({
    logger: { stream: { write: (line: string) => void lines.push(line) } },
  })
  await app.register(routeConfig)
  await app.register(eventLoopWatch)
  app.get('/before', async () => '')
  app.get('/many', async () => '')
  app.get('/blocks', async () => {
    useProcessor(400)
    return ''
  })
  await app.inject('/before')
  for (let nth = 0; nth < 300; nth += 1) await app.inject('/many')
  await app.inject('/blocks')
  await vi.waitFor(() => expect(lines.join('')).toContain('event loop blocked'))
  const warning = lines.find((line) => line.includes('event loop blocked'))
  const { routes } = JSON.parse(warning ?? '') as { routes: string[] }
  expect(routes).toContain('/blocks')
  expect(routes).not.toContain('/before')
})

function useProcessor(ms: number): void {
  const before = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(before)
    if (user + system > ms * 1_000) return
  }
}
