import { readDependencyRules } from './dependency-rules.ts'
import { findViolations } from './find-violations.ts'
import { createSbom } from './sbom.ts'
import { readLockfile, readPnpmSettings } from './workspace.ts'

const [rules, lockfile, settings, sbom] = await Promise.all([
  readDependencyRules(),
  readLockfile(),
  readPnpmSettings(),
  createSbom(),
])
const violations = findViolations(rules, { lockfile, settings, sbom })
for (const violation of violations) process.stderr.write(`${violation}\n`)
if (violations.length > 0) process.exitCode = 1
else {
  const shipped = sbom.components.length
  const locked = Object.keys(lockfile.packages).length
  process.stdout.write(`${locked} packages in the lockfile, ${shipped} shipped: all rules kept\n`)
}
