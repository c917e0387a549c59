import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildGeneratedFiles } from './generated-files.ts'
import { buildCauseRules, buildSloRules, listAlerts } from './build-rules.ts'
import { checkPanelsWithPromtool } from './check-panels.ts'

/** Checks everything that an operator takes from this folder, with the tools that will read it. */
const folder = join(import.meta.dirname, '..')
const root = join(folder, '../..')

installTools()
const tests = [...buildGeneratedFiles().keys()].filter((path) => path.startsWith('rules/tests/'))
run('promtool', ['check', 'config', 'prometheus.yml'])
run('amtool', ['check-config', 'alertmanager.yml'])
checkPanelsWithPromtool()
run('promtool', ['test', 'rules', ...tests])
// Files are up to date, metrics exist in a running process, runbooks have their headings.
run('pnpm', ['exec', 'vitest', 'run', '--project', 'watch', '--maxWorkers=1'], root)

const rules = [...buildSloRules().groups, ...buildCauseRules().groups].flatMap(
  (group) => group.rules,
)
const runbooks = readdirSync(join(root, 'docs/operations/runbooks')).filter(
  (name) => name !== 'README.md',
)
process.stdout.write(
  `rules=${rules.length} alerts=${listAlerts().length} runbooks=${runbooks.length}\n`,
)

/** Installs promtool and amtool from Debian where they are missing, without starting the services of their packages. */
function installTools(): void {
  const missing = [
    ['/usr/bin/promtool', 'prometheus'],
    ['/usr/bin/amtool', 'prometheus-alertmanager'],
  ].flatMap(([file = '', name = '']) => (existsSync(file) ? [] : [name]))
  if (missing.length === 0) return
  run('bash', [join(folder, 'install-tools'), ...missing])
}

function run(command: string, input: string[], cwd = folder): void {
  execFileSync(command, input, { cwd, stdio: 'inherit' })
}
