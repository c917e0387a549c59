import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

test('callers share a read that began after they called, and never one that was under way', async () => {
  const reads = new SharedReads<number>()
  const ends: (() => void)[] = []
  const load = async () => {
    const nth = ends.length + 1
    await new Promise<void>((resolve) => ends.push(resolve))
    return nth
  }
  const first = reads.read('page', load)
  const [second, third] = [reads.read('page', load), reads.read('page', load)]
  const other = reads.read('other page', load)
  expect(ends).toHaveLength(2)

  ends[0]?.()
  expect(await first).toBe(1)
  await expect.poll(() => ends.length).toBe(3)
  const fourth = reads.read('page', load)
  ends[1]?.()
  ends[2]?.()
  expect(await Promise.all([second, third, other])).toEqual([3, 3, 2])
  await expect.poll(() => ends.length).toBe(4)
  ends[3]?.()
  expect(await fourth).toBe(4)
})

test('a read that fails fails for those who share it, and the next one is made', async () => {
  const reads = new SharedReads<string>()
  const fail = () => Promise.reject(new Error('no database'))
  const failed = reads.read('page', fail)
  const next = reads.read('page', async () => 'page')
  await expect(failed).rejects.toThrow('no database')
  expect(await next).toBe('page')
  expect(await reads.read('page', async () => 'again')).toBe('again')
})
