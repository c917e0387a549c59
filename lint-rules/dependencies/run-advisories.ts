import { execFileSync } from 'node:child_process'
import { readDependencyRules } from './dependency-rules.ts'
import { findKnownAdvisories } from './find-violations.ts'
import { readRegistryAdvisories } from './registry-advisories.ts'
import { readLockfile } from './workspace.ts'

// By hand or by night: it asks the registry. `pnpm check` checks the file alone.
const [rules, lockfile] = await Promise.all([readDependencyRules(), readLockfile()])
const releases = Object.keys(lockfile.packages)
const registry = execFileSync('pnpm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
const fromRegistry = await readRegistryAdvisories(registry, releases)
const advisories = [...(fromRegistry ?? []), ...findKnownAdvisories(rules, releases)]
for (const advisory of advisories) process.stderr.write(`${advisory}\n`)
if (!fromRegistry)
  process.stderr.write(
    `The registry answers no question about advisories: only those in dependency-rules.yaml were checked.\n`,
  )
const source = fromRegistry ? 'registry,file' : 'file'
process.stdout.write(
  `source=${source} file-date=${rules.advisoriesReadOn} packages=${releases.length} advisories=${advisories.length}\n`,
)
if (advisories.length > 0) process.exitCode = 1
