import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  FOLDER,
  listRuleTestFiles,
  readAlerts,
  readPanelExpressions,
  readRules,
} from './watch-files.ts'

/** Checks everything that an operator takes from this folder, with the tools that will read it. */
const root = join(FOLDER, '../..')

installTools()
// Reads the rules too.
run('promtool', ['check', 'config', 'prometheus.yml'])
run('amtool', ['check-config', 'alertmanager.yml'])
checkPanels()
run('promtool', ['test', 'rules', ...listRuleTestFiles()])
// Metrics exist in a running process, every alert has its tests and its runbook.
run('pnpm', ['exec', 'vitest', 'run', '--project', 'watch', '--maxWorkers=1'], root)

const runbooks = readdirSync(join(root, 'docs/operations/runbooks')).filter(
  (name) => name !== 'README.md',
)
process.stdout.write(
  `rules=${readRules().length} alerts=${readAlerts().length} runbooks=${runbooks.length}\n`,
)

/** Lets promtool parse every expression of the dashboards, as if it were a recording rule. */
function checkPanels(): void {
  const rules = readPanelExpressions().map((expr, index) => ({ record: `panel:${index}`, expr }))
  const folder = mkdtempSync(join(tmpdir(), 'dolph-panels-'))
  try {
    const file = join(folder, 'panels.yml')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    run('promtool', ['check', 'rules', file])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Installs promtool and amtool from Debian where they are missing, without starting the services of their packages. */
function installTools(): void {
  const missing = [
    ['/usr/bin/promtool', 'prometheus'],
    ['/usr/bin/amtool', 'prometheus-alertmanager'],
  ].flatMap(([file = '', name = '']) => (existsSync(file) ? [] : [name]))
  if (missing.length === 0) return
  run('bash', [join(FOLDER, 'install-tools'), ...missing])
}

function run(command: string, input: string[], cwd = FOLDER): void {
  execFileSync(command, input, { cwd, stdio: 'inherit' })
}
