import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['contract', 'api', 'web', 'dev', 'attacks', 'bench', 'lint-rules', 'deploy/watch'],
  },
})
