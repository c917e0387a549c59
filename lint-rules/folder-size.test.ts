import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const FILES_MAX = 25

/** Folders that may grow, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'api/src/db/migrations': 'the files of a history, in the order of their names',
  'api/src/db/functions': 'one file per function, found by its name',
  'contract/src': 'one file per feature, imported under its name',
  'e2e/support': 'one file per subject, found by its name',
}

test('no folder has more files than a reader can take in, unless there is a reason', async () => {
  const counts = new Map<string, number>()
  const pattern =
    '{api,attacks,bench,contract,dev,e2e,lint-rules,ops,pictures,web}/**/*.{ts,tsx,sql,css}'
  const exclude = (name: string) => /(^|\/)(node_modules|dist)$/.test(name)
  for await (const file of glob(pattern, { cwd: root, exclude })) {
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  }
  const large = [...counts].filter(([folder, count]) => count > FILES_MAX && !EXCEPTIONS[folder])

  expect(large).toEqual([])
})
