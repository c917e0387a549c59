import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { openFolderStore } from '../../platform/storage/folder-store.ts'
import { copyPictures, restorePictures } from './copy-pictures.ts'

const DAY_MS = 86_400_000

async function openStores() {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-copy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const folders = [join(folder, 'live'), join(folder, 'copy')]
  await Promise.all(folders.map((each) => mkdir(each)))
  const [live, copy] = folders.map((each) => openFolderStore(each))
  if (!live || !copy) throw new Error('There are no stores')
  return { live, copy }
}

async function listNames(store: FileStore): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of store.walk('')) names.push(name)
  return names.toSorted()
}

test('a copy of the pictures keeps deleted ones for 28 days, and nothing but pictures', async () => {
  const { live, copy } = await openStores()
  for (const name of ['pictures/a/large.webp', 'message-pictures/b/large.webp', 'assets/main.js'])
    await live.put(name, Buffer.from(name), 'image/webp')
  const day = new Date('2027-01-01T03:00:00Z')
  expect(await copyPictures(live, copy, day)).toEqual({ copied: 2, deleted: 0, expired: 0 })
  expect(await copyPictures(live, copy, day)).toEqual({ copied: 0, deleted: 0, expired: 0 })

  await live.remove(['message-pictures/b/large.webp'])
  expect(await copyPictures(live, copy, day)).toEqual({ copied: 0, deleted: 1, expired: 0 })
  const kept = 'deleted/2027-01-01/message-pictures/b/large.webp'
  expect(await listNames(copy)).toEqual(['current/pictures/a/large.webp', kept])
  await copyPictures(live, copy, new Date(day.getTime() + 27 * DAY_MS))
  expect(await listNames(copy)).toContain(kept)
  await copyPictures(live, copy, new Date(day.getTime() + 28 * DAY_MS))
  expect(await listNames(copy)).not.toContain(kept)
})

test('a restore puts back what the storage lost, and changes nothing that is there', async () => {
  const { live, copy } = await openStores()
  await live.put('pictures/a/large.webp', Buffer.from('a'), 'image/webp')
  await live.put('pictures/b/large.webp', Buffer.from('b'), 'image/webp')
  await copyPictures(live, copy)
  await live.remove(['pictures/a/large.webp'])

  expect(await restorePictures(copy, live)).toBe(1)
  expect(await live.get('pictures/a/large.webp')).toEqual(Buffer.from('a'))
  expect(await restorePictures(copy, live)).toBe(0)
})
