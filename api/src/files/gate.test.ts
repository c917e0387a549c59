import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Crowded, openGate } from './gate.ts'

test('a gate lets two through at once and turns away whom it cannot let wait', async () => {
  const gate = openGate({ atOnce: 2, waiting: 3, patienceMs: 5_000 })
  let inside = 0
  let most = 0
  const deed = async () => {
    most = Math.max(most, (inside += 1))
    await wait(20)
    inside -= 1
  }
  const ends = await Promise.allSettled(Array.from({ length: 8 }, () => gate.pass(deed)))

  expect(most).toBe(2)
  expect(ends.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'fulfilled'),
    ...Array.from({ length: 3 }, () => 'rejected'),
  ])
  await expect(gate.pass(async () => 'again')).resolves.toBe('again')
})

test('who waited long enough is turned away, and a deed that fails gives its place back', async () => {
  const gate = openGate({ atOnce: 1, waiting: 1, patienceMs: 20 })
  const slow = gate.pass(() => wait(100))
  await expect(gate.pass(async () => 'late')).rejects.toThrow(Crowded)
  await slow
  await expect(gate.pass(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')

  await expect(gate.pass(async () => 'next')).resolves.toBe('next')
})
