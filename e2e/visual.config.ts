import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'
import { ORIGIN } from './ports.ts'
import { SCREENSHOT_TIME, SCREENSHOT_CONTEXT } from './screenshot-setup.ts'

/** Every screen beside the picture that was taken of it: `pnpm e2e:visual`. */
export default defineConfig({
  ...config,
  testDir: 'visual',
  outputDir: '../artifacts/visual',
  // One file for a picture, wherever it is compared: see CONTRIBUTING.md about machines.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  timeout: 240_000,
  reporter: [['list'], ['html', { outputFolder: '../artifacts/visual-report', open: 'never' }]],
  expect: { timeout: 30_000, toHaveScreenshot: { maxDiffPixels: 8, scale: 'css' } },
  use: { ...config.use, screenshot: 'off', contextOptions: SCREENSHOT_CONTEXT },
  projects: [
    { name: 'pictures', teardown: 'small' },
    { name: 'small', testMatch: 'compress-screenshots.teardown.ts' },
  ],
  webServer: {
    command: 'node app-server.ts',
    url: `${ORIGIN}/readyz`,
    timeout: 120_000,
    env: { E2E_NOW: SCREENSHOT_TIME.toISOString() },
  },
})
