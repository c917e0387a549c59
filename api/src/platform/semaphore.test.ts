import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { OverloadedError, Semaphore } from './semaphore.ts'

test('two tasks run at once, three wait, and the rest are rejected', async () => {
  const semaphore = new Semaphore({ concurrency: 2, queueMax: 3, waitTimeoutMs: 5_000 })
  let [running, mostAtOnce] = [0, 0]
  const task = async () => {
    mostAtOnce = Math.max(mostAtOnce, (running += 1))
    await wait(20)
    running -= 1
  }
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => semaphore.run(task)))

  expect(mostAtOnce).toBe(2)
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'fulfilled'),
    ...Array.from({ length: 3 }, () => 'rejected'),
  ])
  await expect(semaphore.run(async () => 'again')).resolves.toBe('again')
})

test('a task that waited too long is rejected, never runs and leaves the queue', async () => {
  const semaphore = new Semaphore({ concurrency: 1, queueMax: 1, waitTimeoutMs: 20 })
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>()
  const slow = semaphore.run(() => blocked)
  let hasRun = false
  const late = semaphore.run(async () => {
    hasRun = true
  })
  await expect(late).rejects.toThrow(OverloadedError)
  const next = semaphore.run(async () => 'next')
  unblock()
  await slow
  await expect(next).resolves.toBe('next')
  expect(hasRun).toBe(false)
})

test('the timeout applies to waiting only: a task that runs longer finishes normally', async () => {
  const semaphore = new Semaphore({ concurrency: 1, queueMax: 1, waitTimeoutMs: 20 })
  await expect(semaphore.run(() => wait(100, 'done'))).resolves.toBe('done')
})

test('thirty tasks run three at a time in order, and a failing task does not block the others', async () => {
  const semaphore = new Semaphore({ concurrency: 3 })
  const started: number[] = []
  let [running, mostAtOnce] = [0, 0]
  const tasks = Array.from({ length: 30 }, (_, index) =>
    semaphore.run(async () => {
      started.push(index)
      mostAtOnce = Math.max(mostAtOnce, (running += 1))
      await wait(index % 4)
      running -= 1
      if (index % 5 === 0) throw new Error(`${index}`)
      return index
    }),
  )
  const results = await Promise.allSettled(tasks)

  expect(mostAtOnce).toBe(3)
  expect(started).toEqual(results.map((_, index) => index))
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  await expect(semaphore.run(async () => 'still there')).resolves.toBe('still there')
})
