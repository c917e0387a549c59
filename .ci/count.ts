import { readFile } from 'node:fs/promises'

/** The closing line of a run: how many tests passed, passed in a browser at the second try only, and failed. */
interface Report {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number; flaky: number }
}

let [passed, repeated, failed] = [0, 0, 0]
for (const file of process.argv.slice(2)) {
  const report: Report = JSON.parse(await readFile(file, 'utf8'))
  passed += (report.numPassedTests ?? 0) + (report.stats?.expected ?? 0)
  repeated += report.stats?.flaky ?? 0
  failed += (report.numFailedTests ?? 0) + (report.stats?.unexpected ?? 0)
}
process.stdout.write(`${passed} passed, ${repeated} passed only when repeated, ${failed} failed\n`)
