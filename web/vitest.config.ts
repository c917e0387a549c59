import { defineConfig } from 'vitest/config'

/**
 * Nothing of `vite.config.ts`: the code runs as it is written, without React Compiler, Tailwind and what only a build
 * changes. The end-to-end tests exercise the compiled code, as they run on the built product.
 */
export default defineConfig({
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    restoreMocks: true,
  },
})
