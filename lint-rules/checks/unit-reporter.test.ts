import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestReport } from './test-report.ts'

const VITEST = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

const FILES = {
  'vitest.config.ts': `
    import { UnitReporter } from '${join(import.meta.dirname, 'unit-reporter.ts')}'
    export default { test: { isolate: false, pool: 'threads', reporters: [new UnitReporter('artifacts/unit.json')] } }`,
  'a.test.ts': `
    import { describe, expect, test } from 'vitest'
    test('passes', () => {})
    describe('costs $1 (or "more")', () => {
      test('a+b', () => expect(process.env.FAIL).toBe('no'))
      test('a+b+c', () => expect(process.env.FAIL).toBe('no'))
    })`,
  'hook.test.ts': `
    import { beforeAll, describe, test } from 'vitest'
    test('passes', () => {})
    describe('a group', () => {
      beforeAll(() => { if (process.env.FAIL !== 'no') throw new Error('no database') })
      test('is skipped', () => {})
    })`,
  'load.test.ts': `throw new Error('cannot be loaded')`,
  'unhandled.test.ts': `
    import { test } from 'vitest'
    test('passes', () => { if (process.env.FAIL !== 'no') Promise.reject(new Error('not awaited')) })`,
}

test('a report has every failure with its time, and what runs it alone', async () => {
  await using folder = await createProject()
  const start = Date.now()
  const { passed, failures } = await folder.run([], 'yes')
  // The file whose hook failed is repeated as a whole, so its test that passed does not count yet.
  expect(passed).toBe(2)
  expect(
    failures.map(({ test: name, error }) => `${name}: ${error.split('\n')[0]}`).toSorted(),
  ).toEqual([
    "a.test.ts › costs $1 (or \"more\") > a+b+c: AssertionError: expected 'yes' to be 'no' // Object.is equality",
    "a.test.ts › costs $1 (or \"more\") > a+b: AssertionError: expected 'yes' to be 'no' // Object.is equality",
    'an error outside of all tests: Error: not awaited',
    'hook.test.ts: Error: no database',
    'load.test.ts: Error: cannot be loaded',
  ])
  for (const failure of failures.filter(({ repeat }) => repeat)) {
    expect(failure.start).toBeGreaterThanOrEqual(start)
    expect(failure.end).toBeGreaterThanOrEqual(failure.start)
  }

  const failure = failures.find(({ test: name }) => name.endsWith('a+b'))
  expect(await folder.run(failure?.repeat ?? [], 'no')).toEqual({ passed: 1, failures: [] })
})

async function createProject() {
  const parent = join(import.meta.dirname, '../../artifacts')
  await mkdir(parent, { recursive: true })
  // Inside of the repository, where vitest can be imported.
  const folder = await mkdtemp(join(parent, 'unit-reporter-'))
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text)
  return {
    async run(args: string[], FAIL: string): Promise<TestReport> {
      spawnSync(process.execPath, [VITEST, 'run', ...args], {
        cwd: folder,
        env: { ...process.env, FAIL },
      })
      return JSON.parse(await readFile(join(folder, 'artifacts/unit.json'), 'utf8'))
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
