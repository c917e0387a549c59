import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findClusterViolations } from './find-cluster-violations.ts'
import { findImportCircles } from './find-import-circles.ts'
import { findImportViolations } from './find-import-violations.ts'

const root = join(import.meta.dirname, '../..')
const TEST_FILE = /\.test\.tsx?$|\/testing\//

const files = new Map<string, string>()
for await (const path of glob('{api,web}/src/**/*.{ts,tsx,sql}', { cwd: root })) {
  if (!TEST_FILE.test(path)) files.set(path, await readFile(join(root, path), 'utf8'))
}
const violations = [
  ...findImportViolations(files),
  ...findImportCircles(files),
  ...findClusterViolations(files),
]
for (const violation of violations) process.stderr.write(`${violation}\n`)
if (violations.length > 0) process.exitCode = 1
else process.stdout.write(`${files.size} files use what their layer and manifest allow\n`)
