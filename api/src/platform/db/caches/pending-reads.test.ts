import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PendingReads } from './pending-reads.ts'

const API_SOURCE = join(import.meta.dirname, '../../..')

test('a read that failed is not shared with later callers', async () => {
  const reads = new PendingReads<string>()
  const failed = reads.share('a', async () => Promise.reject(new Error('down')))
  await expect(Promise.all([failed, reads.share('a', async () => 'other')])).rejects.toThrow('down')
  expect(await reads.share('a', async () => 'read')).toBe('read')
})

test('no cache reads by its `fetchMethod`, which an eviction ends', async () => {
  const files: string[] = []
  for await (const file of glob('**/*.ts', { cwd: API_SOURCE })) {
    if (/fetchMethod[:(]/.test(await readFile(join(API_SOURCE, file), 'utf8'))) files.push(file)
  }
  expect(files).toEqual([])
})
