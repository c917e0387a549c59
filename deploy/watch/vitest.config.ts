import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'watch',
    include: ['src/**/*.test.ts'],
    globalSetup: '../../api/src/testing/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    isolate: false,
  },
})
