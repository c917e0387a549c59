import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

/** One test of a report, or a file with unit tests that could not be loaded. */
export interface TestResult {
  name: string
  file: string
  hasPassed: boolean
  error: string
}

/** What Vitest and Playwright write; only one of them has each field. */
interface Report {
  testResults?: UnitFile[]
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
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}

/** The tests that ran, in the order of the report. */
export async function readTestReport(path: string): Promise<TestResult[]> {
  const report: Report = JSON.parse(await readFile(path, 'utf8'))
  return [
    ...(report.testResults ?? []).flatMap(listUnitTests),
    ...(report.suites ?? []).flatMap(listBrowserTests),
  ]
}

function listUnitTests({ name: file, status, message, assertionResults }: UnitFile): TestResult[] {
  const ran = assertionResults.filter((test) => ['passed', 'failed'].includes(test.status))
  if (status === 'failed' && !ran.some((test) => test.status === 'failed'))
    return [{ name: file, file, hasPassed: false, error: stripVTControlCharacters(message) }]
  return ran.map(({ fullName, status: result, failureMessages }) => ({
    name: `${file} › ${fullName}`,
    file,
    hasPassed: result === 'passed',
    error: stripVTControlCharacters(failureMessages[0] ?? ''),
  }))
}

function listBrowserTests({ suites = [], specs }: BrowserSuite): TestResult[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .map(({ projectName, status, results }) => ({
        name: `[${projectName}] ${file}:${line} › ${title}`,
        file,
        hasPassed: status === 'expected',
        error: stripVTControlCharacters(results.flatMap(({ errors }) => errors)[0]?.message ?? ''),
      })),
  )
  return [...own, ...suites.flatMap(listBrowserTests)]
}
