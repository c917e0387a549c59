import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'
import { ORIGIN } from './support/ports.ts'
import {
  SCREENSHOT_CHROMIUM_ARGS,
  SCREENSHOT_CONTEXT,
  SCREENSHOT_TIME,
} from './support/screenshot-setup.ts'

const launchOptions = config.use?.launchOptions

/** Compares every page with its stored screenshot: `pnpm e2e:visual`. */
export default defineConfig({
  ...config,
  testDir: 'visual',
  outputDir: '../artifacts/visual',
  // The same files are used on every platform: see docs/testing.md, "Visual suite".
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  timeout: 240_000,
  reporter: [['list'], ['html', { outputFolder: '../artifacts/visual-report', open: 'never' }]],
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixels: 8, scale: 'css' } },
  use: {
    ...config.use,
    screenshot: 'off',
    contextOptions: SCREENSHOT_CONTEXT,
    launchOptions: {
      ...launchOptions,
      args: [...(launchOptions?.args ?? []), ...SCREENSHOT_CHROMIUM_ARGS],
    },
  },
  projects: [
    { name: 'screenshots', teardown: 'compress' },
    { name: 'compress', testMatch: 'compress-screenshots.teardown.ts' },
  ],
  webServer: {
    command: 'node support/app-server.ts',
    url: `${ORIGIN}/readyz`,
    timeout: 120_000,
    env: { E2E_NOW: SCREENSHOT_TIME.toISOString() },
  },
})
