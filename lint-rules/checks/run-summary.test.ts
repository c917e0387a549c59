import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { formatSample } from './steal.ts'
import type { TestReport } from './test-report.ts'

const START = Date.parse('2026-11-18T12:00:00.000Z')
const HANG = { test: 'a.test.ts › hangs', error: 'Timed out', repeat: ['a.test.ts'] }
const FIRST = { passed: 7, failures: [{ ...HANG, start: START, end: START + 20_000 }] }

test('a failure without steal counts, and nothing is repeated', async () => {
  expect(await summarize({ unit: FIRST, steal: 0.1, repeat: { passed: 1, failures: [] } })).toEqual(
    {
      status: 1,
      lines: [
        'FAILED a.test.ts › hangs',
        '    Timed out',
        '',
        'steal: 6.7 % of all seconds, 10.0 % of the worst ten',
        '7 passed, 1 failed',
      ],
    },
  )
})

test('a test that a stall failed is repeated, and the repeat decides', async () => {
  const passed = await summarize({ unit: FIRST, steal: 0.6, repeat: { passed: 1, failures: [] } })
  expect(passed).toMatchObject({ status: 0 })
  expect(passed.lines.slice(-3)).toEqual([
    'REPEATED a.test.ts › hangs: 60.0 % steal, passed',
    'steal: 40.0 % of all seconds, 60.0 % of the worst ten',
    '8 passed, 0 failed',
  ])

  const failed = await summarize({ unit: FIRST, steal: 0.6, repeat: { ...FIRST, passed: 0 } })
  expect(failed).toMatchObject({ status: 1 })
  expect(failed.lines).toContain('REPEATED a.test.ts › hangs: 60.0 % steal, failed again')
  expect(failed.lines.at(-1)).toBe('7 passed, 1 failed')
})

test('a report that is missing and an exit code without a failed test count as failures', async () => {
  const unit = { passed: 7, failures: [] }
  const { status, lines } = await summarize({ unit, steal: 0.9 }, ['unit=1', 'browser=0'])
  expect(status).toBe(1)
  expect(lines).toContain('FAILED artifacts/unit.json: exit code 1 without a failed test')
  expect(lines).toContain('FAILED artifacts/e2e.json is missing')
  expect(lines.at(-1)).toBe('7 passed, 2 failed')
})

/** Runs the summary after 20 seconds of this steal and ten without, with a `pnpm` that only writes the report of a repeat. */
async function summarize(
  { unit, steal, repeat }: { unit: TestReport; steal: number; repeat?: TestReport },
  args = ['unit=1'],
): Promise<{ status: number | null; lines: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-summary-'))
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
  const samples = Array.from({ length: 30 }, (__, index) =>
    formatSample({ at: START + (index + 1) * 1_000, share: index < 20 ? steal : 0 }),
  )
  await mkdir(join(folder, 'artifacts'))
  await writeFile(join(folder, 'artifacts/steal.csv'), samples)
  await writeFile(join(folder, 'artifacts/unit.json'), JSON.stringify(unit))
  const pnpm = `#!/bin/sh\nprintf '%s' '${JSON.stringify(repeat)}' >"$UNIT_REPORT"\n`
  await writeFile(join(folder, 'pnpm'), pnpm, { mode: 0o755 })
  const script = join(import.meta.dirname, 'run-summary.ts')
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
    encoding: 'utf8',
  })
  return { status, lines: stdout.trimEnd().split('\n') }
}
