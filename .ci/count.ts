import { existsSync } from 'node:fs'
import { readTestReport, type TestResult } from './test-reports.ts'

/**
 * Prints every test that failed with its first error, those that passed only when they were run again, and in the last line how many
 * tests passed and failed in all reports. A later report counts for the tests it has.
 */
const ERROR_LINES_MAX = 12

const tests = new Map<string, TestResult>()
for (const path of process.argv.slice(2).filter((file) => existsSync(file))) {
  const byName = Map.groupBy(await readTestReport(path), ({ name }) => name)
  for (const [name, sameName] of byName) {
    for (const [index, test] of sameName.entries()) {
      const key = `${name} ${index}`
      if (tests.get(key)?.hasPassed === false && test.hasPassed)
        process.stdout.write(`PASSED ONLY WHEN RUN AGAIN ${name}\n`)
      tests.set(key, test)
    }
  }
}
const failed = [...tests.values()].filter(({ hasPassed }) => !hasPassed)
for (const { name, error } of failed) {
  const lines = error.split('\n').slice(0, ERROR_LINES_MAX)
  process.stdout.write(`FAILED ${name}\n${lines.map((line) => `    ${line}\n`).join('')}\n`)
}
process.stdout.write(`${tests.size - failed.length} passed, ${failed.length} failed\n`)
