import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findFreePort } from './start-process.ts'

test('a free port is none that the system gives to connections', async () => {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
  const ports = await Promise.all(Array.from({ length: 50 }, findFreePort))
  expect(Math.max(...ports)).toBeLessThan(Number(range.split(/\s+/)[0]))
  expect(new Set(ports).size).toBeGreaterThan(40)
})
