import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { buildCapacityTable } from './capacity-plan.ts'

const DOCUMENT = new URL('../../../docs/capacity.md', import.meta.url)

test('the table of docs/capacity.md is the one that pnpm bench capacity prints', async () => {
  const text = await readFile(DOCUMENT, 'utf8')
  const [, section = ''] = text.split('## How much, and what it costs')
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const [headings, , ...others] = rows.slice(0, 6)
  expect([headings, ...others]).toEqual(buildCapacityTable())
})
