import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { hasPassed, judgeFailures, type StalledFailure } from './judge-failures.ts'
import { computeMean, findWorstWindow, readSamples } from './steal.ts'
import {
  createGlobalFailure,
  readBrowserReport,
  type Failure,
  type TestReport,
} from './test-report.ts'
import { waitForCalm } from './wait-for-calm.ts'

/**
 * `run-summary.ts unit=<exit code> chaos=<exit code> browser=<exit code>` repeats the tests that a stalled host may have failed. It
 * prints each test that failed with its first error, each that was repeated, the steal of the run, and in the last line how many
 * tests passed and failed.
 */
const ARTIFACTS = 'artifacts'
const SAMPLES = join(ARTIFACTS, 'steal.csv')
const ERROR_LINES_MAX = 12
/** More failures than this are not the host's alone, and to repeat them one by one would take an hour. */
const REPEATS_MAX = 12

interface Suite {
  report: string
  read: (json: string) => TestReport
  /** Runs tests alone and lets them write another report. */
  repeat: (args: readonly string[], report: string) => number
}

const SUITES: Readonly<Record<string, Suite>> = {
  unit: {
    report: 'unit.json',
    read: (json) => JSON.parse(json),
    repeat: (args, UNIT_REPORT) =>
      run(['exec', 'vitest', 'run', ...args, '--maxWorkers=1'], { UNIT_REPORT }),
  },
  browser: {
    report: 'e2e.json',
    read: (json) => readBrowserReport(JSON.parse(json)),
    repeat: (args, report) => {
      const options = ['--workers', '1', '--reporter', 'list,json', '--output', `${report}-files`]
      return run(['--filter', '@dolph/e2e', 'exec', 'playwright', 'test', ...args, ...options], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        STEAL_SAMPLES: resolve(SAMPLES),
      })
    },
  },
}

let passed = 0
const counted: Failure[] = []
const notes: string[] = []
for (const argument of process.argv.slice(2)) {
  const [name = '', exitCode = ''] = argument.split('=')
  const suite = SUITES[name]
  if (!suite) {
    // A command without a report has a log.
    if (exitCode !== '0') counted.push(createGlobalFailure(name, readLastLines(`${name}.log`)))
    continue
  }
  const report = readReport(suite, suite.report, Number(exitCode))
  passed += report.passed
  const judged = judgeFailures(report.failures, readSamples(SAMPLES))
  counted.push(...judged.counted)
  if (judged.repeated.length > REPEATS_MAX) {
    counted.push(...judged.repeated.map(({ failure }) => failure))
    continue
  }
  for (const [index, stalled] of judged.repeated.entries())
    await repeatTest(suite, stalled, `repeat-${name}-${index + 1}.json`)
}
printSummary()
process.exitCode = counted.length === 0 ? 0 : 1

/** Runs a test once more, alone, when the host has been calm for ten seconds. A second failure counts. */
async function repeatTest(
  suite: Suite,
  { failure, steal }: StalledFailure,
  file: string,
): Promise<void> {
  await waitForCalm(SAMPLES)
  print(`\n== repeat of ${failure.test}`)
  const exitCode = suite.repeat(failure.repeat ?? [], resolve(ARTIFACTS, file))
  const report = readReport(suite, file, exitCode)
  const isPassed = hasPassed(report)
  if (isPassed) passed += report.passed
  else counted.push({ ...failure, error: report.failures[0]?.error ?? 'The repeat ran no test' })
  const verdict = isPassed ? 'passed' : 'failed again'
  notes.push(`REPEATED ${failure.test}: ${formatShare(steal)} steal, ${verdict}`)
}

/** Reads a report. An exit code that no failure explains, or a missing report, is a failure itself. */
function readReport(suite: Suite, file: string, exitCode: number): TestReport {
  const path = join(ARTIFACTS, file)
  if (!existsSync(path)) return { passed: 0, failures: [createGlobalFailure(`${path} is missing`)] }
  const report = suite.read(readFileSync(path, 'utf8'))
  const isExplained = exitCode === 0 || (exitCode === 1 && report.failures.length > 0)
  if (!isExplained)
    report.failures.push(
      createGlobalFailure(`${path}: exit code ${exitCode} without a failed test`),
    )
  return report
}

function readLastLines(file: string): string {
  return readFileSync(join(ARTIFACTS, file), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(-ERROR_LINES_MAX)
    .join('\n')
}

function printSummary(): void {
  for (const { test, error } of counted) {
    const lines = stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES_MAX)
    print(`FAILED ${test}\n${lines.map((line) => `    ${line}\n`).join('')}`)
  }
  for (const note of notes) print(note)
  const samples = readSamples(SAMPLES)
  const [start = 0, end = 0] = [samples[0]?.at, samples.at(-1)?.at]
  const worst = findWorstWindow(samples, { start: start - 1, end })
  print(
    `steal: ${formatShare(computeMean(samples))} of all seconds, ${formatShare(worst)} of the worst ten`,
  )
  print(`${passed} passed, ${counted.length} failed`)
}

function run(args: readonly string[], env: Record<string, string>): number {
  const options = { stdio: 'inherit' as const, env: { ...process.env, ...env } }
  return spawnSync('pnpm', args, options).status ?? 1
}

function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
