import { defineConfig } from 'vitest/config'
import { UnitReporter } from './lint-rules/checks/unit-reporter.ts'

const report = process.env['UNIT_REPORT']

export default defineConfig({
  test: {
    projects: [
      'contract',
      'api',
      'web',
      'dev',
      'attacks',
      'bench',
      'ops',
      'lint-rules',
      'deploy/watch',
    ],
    reporters: ['default', ...(report === undefined ? [] : [new UnitReporter(report)])],
  },
})
