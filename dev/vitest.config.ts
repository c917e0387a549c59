import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'dev', include: ['src/**/*.test.ts'], testTimeout: 20_000, isolate: false },
})
