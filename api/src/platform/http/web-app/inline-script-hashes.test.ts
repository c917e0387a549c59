import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readInlineScriptHashes } from './inline-script-hashes.ts'

test('the policy names the hash of each inline script, and of nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-web-'))
  expect(await readInlineScriptHashes(folder)).toEqual([])
  await mkdir(join(folder, 'client'))
  await writeFile(
    join(folder, 'client/shell.html'),
    `<script>alert('Hello, world.');</script><script type="module" src="/a.js"></script><script type="application/json">{}</script>`,
  )
  // The example of the specification of content security policies.
  expect(await readInlineScriptHashes(folder)).toEqual([
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  ])
  await rm(folder, { recursive: true })
})
