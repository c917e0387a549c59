import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { readTestReport } from './test-reports.ts'

/**
 * Runs the tests that failed once more, alone on the machine: `run-again.ts unit` or `run-again.ts browser`. On a machine that is shared
 * with others everything may stand still for many seconds, and the test that waits at that moment fails. More failures than that are no
 * accident. Fails unless all pass; the summary names them.
 */
const FAILURES_MAX = 3

const [kind] = process.argv.slice(2)
const failed = (await readTestReport(`artifacts/${kind}.json`)).filter(
  ({ hasPassed }) => !hasPassed,
)
process.stdout.write(failed.map(({ name, error }) => `${name}\n${error}\n`).join('\n'))
if (failed.length === 0 || failed.length > FAILURES_MAX) {
  process.stdout.write(`not run again: ${failed.length} tests have failed\n`)
  process.exit(1)
}
process.exit(kind === 'unit' ? runUnitTests() : runBrowserTests())

function runUnitTests(): number {
  const files = new Set(failed.map(({ file }) => file))
  const reporters = ['--reporter=default', '--reporter=json']
  const output = '--outputFile.json=artifacts/unit-again.json'
  return run(['exec', 'vitest', 'run', '--maxWorkers=1', ...reporters, output, ...files])
}

function runBrowserTests(): number {
  // The folder has the pictures of the failures, and the list by which Playwright finds them again. It is emptied at the start.
  cpSync('artifacts/e2e', 'artifacts/e2e-first', { recursive: true })
  process.env['E2E_REPORT'] = '../artifacts/browser-again.json'
  return run(['--filter', '@dolph/e2e', 'e2e', '--last-failed', '--workers=1'])
}

function run(args: string[]): number {
  return spawnSync('pnpm', args, { stdio: 'inherit' }).status ?? 1
}
