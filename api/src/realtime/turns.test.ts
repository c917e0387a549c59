import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('a few at a time, in their order, and one that fails holds nobody up', async () => {
  const turns = new Turns(3)
  const begun: number[] = []
  let [running, most] = [0, 0]
  const deeds = Array.from({ length: 30 }, (_, nth) =>
    turns.run(async () => {
      begun.push(nth)
      running += 1
      most = Math.max(most, running)
      await wait(nth % 4)
      running -= 1
      if (nth % 5 === 0) throw new Error(`${nth}`)
      return nth
    }),
  )
  const ended = await Promise.allSettled(deeds)
  expect(most).toBe(3)
  expect(begun).toEqual(ended.map((_, nth) => nth))
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  expect(await turns.run(async () => 'still there')).toBe('still there')
})
