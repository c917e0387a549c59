import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { createGlobalFailure, type Failure, type TestReport } from './test-report.ts'

/** Writes a `TestReport`. Vitest's own JSON report has neither the start of a test nor unhandled errors. */
export class UnitReporter implements Reporter {
  readonly #file: string
  readonly #starts = new Map<string, number>()
  readonly #ends = new Map<string, number>()

  constructor(file: string) {
    this.#file = file
  }

  onTestModuleQueued({ id }: TestModule): void {
    this.#starts.set(id, Date.now())
  }

  onTestModuleEnd({ id }: TestModule): void {
    this.#ends.set(id, Date.now())
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly { message: string; stack?: string | undefined }[],
  ): void {
    const report: TestReport = {
      passed: 0,
      failures: unhandledErrors.map(({ stack, message }) =>
        createGlobalFailure('an error outside of all tests', stack ?? message),
      ),
    }
    for (const module of modules) this.#addModule(module, report)
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(report))
  }

  #addModule(module: TestModule, report: TestReport): void {
    const suites = [module, ...module.children.allSuites()]
    const [error] = suites.flatMap((suite) => suite.errors())
    if (error) {
      // The whole file is repeated: a hook that fails skips the tests that it was for. So none of its tests counts yet.
      const end = this.#ends.get(module.id) ?? Date.now()
      const start = this.#starts.get(module.id) ?? end
      report.failures.push(describeFailure(module, { error, start, end }))
      return
    }
    const tests = [...module.children.allTests()]
    report.passed += tests.filter((test) => test.result().state === 'passed').length
    for (const test of tests.filter((each) => each.result().state === 'failed'))
      report.failures.push(describeTestFailure(module, test))
  }
}

function describeTestFailure(module: TestModule, test: TestCase): Failure {
  const { startTime: start = 0, duration = 0 } = test.diagnostic() ?? {}
  const [error = { message: '' }] = test.result().errors ?? []
  return describeFailure(module, { error, start, end: start + duration }, test.fullName)
}

function describeFailure(
  { moduleId, project }: TestModule,
  { error, start, end }: { error: { message: string; stack?: string }; start: number; end: number },
  name?: string,
): Failure {
  const file = relative(process.cwd(), moduleId)
  const pattern = name === undefined ? [] : ['--testNamePattern', `^${RegExp.escape(name)}$`]
  return {
    test: name === undefined ? file : `${file} › ${name}`,
    error: error.stack ?? error.message,
    start,
    end,
    repeat: [file, ...(project.name === '' ? [] : ['--project', project.name]), ...pattern],
  }
}
