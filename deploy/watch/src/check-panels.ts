import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DASHBOARDS } from './dashboards/dashboards.ts'

/** Lets promtool parse every expression of the dashboards, as if it were a recording rule. */
export function checkPanelsWithPromtool(): void {
  const rules = DASHBOARDS.flatMap(({ panels }) => panels)
    .flatMap(({ queries }) => Object.values(queries))
    .map((expr, index) => ({ record: `panel:${index}`, expr }))
  const folder = mkdtempSync(join(tmpdir(), 'dolph-panels-'))
  try {
    const file = join(folder, 'panels.yml')
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }))
    execFileSync('promtool', ['check', 'rules', file], { stdio: 'inherit' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
