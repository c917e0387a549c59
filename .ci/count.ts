import { readFile } from 'node:fs/promises'

/** Prints the last line of a run: how many tests passed and failed in all reports together. */
interface Report {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number; flaky: number }
}

let [passed, failed] = [0, 0]
for (const file of process.argv.slice(2)) {
  const report: Report = JSON.parse(await readFile(file, 'utf8'))
  passed += (report.numPassedTests ?? 0) + (report.stats?.expected ?? 0)
  failed +=
    (report.numFailedTests ?? 0) + (report.stats ? report.stats.unexpected + report.stats.flaky : 0)
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
