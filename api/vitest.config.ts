import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api',
    include: ['src/**/*.test.ts'],
    globalSetup: 'src/testing/global-setup.ts',
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A poll ends as soon as it holds; a second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // Files of one worker share their modules: importing them takes longer than most files.
    isolate: false,
  },
})
