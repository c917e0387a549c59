import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

/** Prints every test that failed with its first error, and in the last line how many tests passed and failed in all reports. */
interface Report {
  numPassedTests?: number
  numFailedTests?: number
  testResults?: UnitFile[]
  stats?: { expected: number; unexpected: number; flaky: number }
  suites?: BrowserSuite[]
}

interface UnitFile {
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

interface BrowserSuite {
  suites?: BrowserSuite[]
  specs: {
    title: string
    file: string
    line: number
    ok: boolean
    tests: { projectName: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}

const ERROR_LINES_MAX = 12

let [passed, failed] = [0, 0]
for (const file of process.argv.slice(2)) {
  const report: Report = JSON.parse(await readFile(file, 'utf8'))
  for (const unitFile of report.testResults ?? []) printFailedUnitTests(unitFile)
  for (const suite of report.suites ?? []) printFailedBrowserTests(suite)
  passed += (report.numPassedTests ?? 0) + (report.stats?.expected ?? 0)
  failed +=
    (report.numFailedTests ?? 0) + (report.stats ? report.stats.unexpected + report.stats.flaky : 0)
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)

function printFailedUnitTests({ name, status, message, assertionResults }: UnitFile): void {
  const failures = assertionResults.filter((test) => test.status === 'failed')
  for (const { fullName, failureMessages } of failures)
    printFailure(`${name} › ${fullName}`, failureMessages[0])
  // A file that could not be loaded has no tests.
  if (status === 'failed' && failures.length === 0) printFailure(name, message)
}

function printFailedBrowserTests({ suites = [], specs }: BrowserSuite): void {
  for (const { title, file, line, tests } of specs.filter(({ ok }) => !ok)) {
    for (const { projectName, results } of tests) {
      const error = results.flatMap(({ errors }) => errors)[0]
      if (error) printFailure(`[${projectName}] ${file}:${line} › ${title}`, error.message)
    }
  }
  for (const suite of suites) printFailedBrowserTests(suite)
}

function printFailure(test: string, message = ''): void {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, ERROR_LINES_MAX)
  process.stdout.write(`FAILED ${test}\n${lines.map((line) => `    ${line}\n`).join('')}\n`)
}
