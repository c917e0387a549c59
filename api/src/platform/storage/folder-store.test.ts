import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openFolderStore } from './folder-store.ts'
import { StorageUnavailableError } from './file-store.ts'

test('a folder stores and removes files, and leaves no temporary files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-files-'))
  const files = openFolderStore(folder)
  const bytes = Buffer.from('a picture')
  await files.put('pictures/a/512.webp', bytes, 'image/webp')
  await files.put('pictures/a/512.webp', bytes, 'image/webp')

  expect(await files.get('pictures/a/512.webp')).toEqual(bytes)
  expect(await readdir(join(folder, 'pictures/a'))).toEqual(['512.webp'])
  await files.remove(['pictures/a/512.webp', 'pictures/b/512.webp'])
  expect(await files.get('pictures/a/512.webp')).toBeNull()
  await rm(folder, { recursive: true })
})

test('a folder lists the names with a prefix in order, page by page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-files-'))
  const files = openFolderStore(folder)
  const names = ['days/1/a.jsonl', 'days/1/b.jsonl', 'days/1/c.jsonl']
  for (const name of [...names.toReversed(), 'days/2/a.jsonl'])
    await files.put(name, Buffer.from('x'), 'application/jsonl')

  expect(await files.list('days/1/', { limit: 2 })).toEqual(names.slice(0, 2))
  expect(await files.list('days/1/', { limit: 2, after: names[1] })).toEqual(names.slice(2))
  expect(await files.list('days/3/', { limit: 2 })).toEqual([])
  await rm(folder, { recursive: true })
})

test.each([
  '../escape.webp',
  'pictures/../../x.webp',
  '/etc/x.webp',
  'a\0.webp',
  'pictures//x.webp',
])('a folder refuses the name %j', async (name) => {
  const files = openFolderStore(tmpdir())

  await expect(files.put(name, Buffer.from('x'), 'image/webp')).rejects.toThrow('No file')
  await expect(files.get(name)).rejects.toThrow('No file')
  await expect(files.remove([name])).rejects.toThrow('No file')
})

test('a folder that cannot be written is unavailable storage', async () => {
  // The path of the folder is a file: this one.
  const files = openFolderStore(fileURLToPath(import.meta.url))

  await expect(files.put('a.webp', Buffer.from('x'), 'image/webp')).rejects.toThrow(
    StorageUnavailableError,
  )
})
