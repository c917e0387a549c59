import { defineConfig } from '@playwright/test'
import { CHROMIUM_PATH } from './support/chromium.ts'
import { ORIGIN, PORTS } from './support/ports.ts'

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    executablePath: CHROMIUM_PATH,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
}

/**
 * A test runs at desktop size. Tagged `@phone` it runs at phone size too, tagged `@phone-only` at phone size alone:
 * only what differs there, such as layout, touch and the menu.
 */
const PHONE = /@phone\b/
const PHONE_ONLY = /@phone-only\b/

/** Screenshot tests run with visual.config.ts. */
const VISUAL_SPECS = ['visual/*.spec.ts']

/** Tests run against the built product on a real database, and the component kit on the development server. */
export default defineConfig({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  outputDir: '../artifacts/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  // Two workers, their browsers and the servers share two cores, so a step may take long. A longer wait asserts the same and
  // delays no test that passes. It stays below the ten seconds between two polls of a conversation: what the WebSocket fails to
  // deliver must not pass because a poll has fetched it.
  timeout: 60_000,
  expect: { timeout: 9_000 },
  reporter: [['list'], ['json', { outputFile: '../artifacts/e2e.json' }]],
  use: {
    ...chromium,
    baseURL: ORIGIN,
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // A service worker would answer from its cache instead of the server; offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Animations delay Playwright's scrolling into view, and a click then misses the moved element.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: PHONE_ONLY,
      testIgnore: VISUAL_SPECS,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: PHONE,
      testIgnore: VISUAL_SPECS,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: [
    {
      command: 'node support/app-server.ts',
      url: `${ORIGIN}/readyz`,
      timeout: 180_000,
    },
    {
      command: `pnpm --filter @dolph/web exec vite --port ${PORTS.kit} --host 127.0.0.1`,
      url: `http://127.0.0.1:${PORTS.kit}/dev/ui`,
      timeout: 180_000,
    },
  ],
})
