import { defineConfig } from 'vitest/config'

/**
 * Does not use `vite.config.ts`: the code runs without React Compiler, Tailwind and the plugins of the build. The
 * end-to-end tests run on the built product, and so cover the compiled code.
 */
export default defineConfig({
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
    // Files of one worker share their modules and their DOM, which `setup.ts` empties after each test: creating both for each
    // file takes longer than most files.
    isolate: false,
    // Longer than the waits of Testing Library, so that a failure says what was waited for.
    testTimeout: 20_000,
  },
})
