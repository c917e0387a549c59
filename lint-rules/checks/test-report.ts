/** What a run of unit or browser tests found. */
export interface TestReport {
  passed: number
  failures: Failure[]
}

/** A test that failed, or a file whose hooks failed or that could not be loaded. */
export interface Failure {
  test: string
  error: string
  /** When it ran, in milliseconds since 1970. */
  start: number
  end: number
  /** The arguments that run it alone; what belongs to no test, such as an unhandled error, has none. */
  repeat?: string[]
}

/** The part of Playwright's JSON report that is read. */
export interface BrowserJson {
  stats: { expected: number }
  errors: { message?: string }[]
  suites: BrowserSuite[]
}

interface BrowserSuite {
  suites?: BrowserSuite[]
  specs: { title: string; file: string; line: number; tests: BrowserTest[] }[]
}

interface BrowserTest {
  projectName: string
  status: string
  expectedStatus: string
  results: { startTime: string; duration: number; errors: { message?: string }[] }[]
}

export function readBrowserReport({ stats, errors, suites }: BrowserJson): TestReport {
  const failures = errors.map(({ message }) => createGlobalFailure('end to end', message))
  return { passed: stats.expected, failures: [...failures, ...suites.flatMap(findBrowserFailures)] }
}

function findBrowserFailures({ suites = [], specs }: BrowserSuite): Failure[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.filter(hasFailed).map(({ projectName, results }): Failure => {
      const start = Math.min(...results.map(({ startTime }) => Date.parse(startTime)))
      return {
        test: `[${projectName}] ${file}:${line} › ${title}`,
        error: results.flatMap((result) => result.errors)[0]?.message ?? 'It did not run',
        start: Number.isFinite(start) ? start : 0,
        end: Math.max(0, ...results.map((each) => Date.parse(each.startTime) + each.duration)),
        // Tests of a loop share their line, so the title is needed too.
        repeat: [`${file}:${line}`, '--project', projectName, '--grep', RegExp.escape(title)],
      }
    }),
  )
  return [...own, ...suites.flatMap(findBrowserFailures)]
}

/** A test that its author skipped expects to be skipped; one that an earlier failure kept from running does not. */
function hasFailed({ status, expectedStatus }: BrowserTest): boolean {
  return status === 'skipped' ? expectedStatus !== 'skipped' : status !== 'expected'
}

export function createGlobalFailure(test: string, error = ''): Failure {
  return { test, error, start: 0, end: 0 }
}
