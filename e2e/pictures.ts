import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Takes the pictures of the README from a running product: `pnpm pictures [address]`. */
const address = process.argv[2] ?? 'http://localhost:5173'
const folder = join(import.meta.dirname, '../docs/pictures')
await mkdir(folder, { recursive: true })

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } })
  await page.goto(`${address}/browse`)
  await page.getByRole('article').nth(8).waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, `browse-${colorScheme}.png`) })
}
await browser.close()
