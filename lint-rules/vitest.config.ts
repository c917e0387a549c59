import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'lint-rules',
    include: ['**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    isolate: false,
  },
})
