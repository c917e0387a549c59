import { defineConfig } from '@playwright/test'
import { CHROMIUM_PATH } from './chromium.ts'
import { ORIGIN, PORTS } from './ports.ts'

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

/** These have a run of their own, see visual.config.ts. */
const VISUAL_SPECS = ['visual/*.spec.ts']

/** The built product on a real database, as people meet it; and the component kit from the development server. */
export default defineConfig({
  testDir: '.',
  outputDir: '../artifacts/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  timeout: 30_000,
  reporter: [['list'], ['json', { outputFile: '../artifacts/e2e.json' }]],
  use: {
    ...chromium,
    baseURL: ORIGIN,
    screenshot: 'only-on-failure',
    // What was kept by an earlier page would answer for the server; offline.spec.ts allows it.
    serviceWorkers: 'block',
    // What moves is waited for with scrolling, and a click then meets what has moved.
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
      command: 'node app-server.ts',
      url: `${ORIGIN}/readyz`,
      timeout: 60_000,
    },
    {
      command: `pnpm --filter @dolph/web exec vite --port ${PORTS.kit} --host 127.0.0.1`,
      url: `http://127.0.0.1:${PORTS.kit}/dev/ui`,
      timeout: 60_000,
    },
  ],
})
