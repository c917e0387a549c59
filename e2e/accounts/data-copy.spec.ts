import { readFile } from 'node:fs/promises'
import { SAMPLE_PASSWORD } from '@dolph/api/seed/seed'
import { readZip } from '@dolph/api/testing/read-zip'
import {
  expect,
  expectAccessible,
  expectAccessibleOnBothScreens,
  testIgnoringConsole,
} from '../support/base-test.ts'
import { signInNewMember } from '../support/members.ts'
import { setSamplePassword } from '../support/sessions.ts'

// The browser reports the calls that need proof first.
testIgnoringConsole(
  'a member makes a copy of their data by keyboard, waits, and downloads it @phone',
  async ({ page, context, viewport }) => {
    const ada = await signInNewMember(context, 'ada')
    await setSamplePassword(ada)
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Take your data with you first' }).press('Enter')
    await page.keyboard.press('Tab')
    const start = page.getByRole('button', { name: 'Make a copy of my data' })
    await expect(start).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
    await dialog.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
    await page.keyboard.press('Enter')

    const download = page.getByRole('button', { name: /^Download \(\d+ KB, until \w+ \d+\)$/ })
    await expect(download).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/^You can make the next copy on /)).toBeVisible()
    if ((viewport?.width ?? 0) > 1_000) await expectAccessibleOnBothScreens(page)
    else await expectAccessible(page)
    const started = page.waitForEvent('download')
    await download.click()
    const file = await started
    expect(file.suggestedFilename()).toBe('dolph-copy.zip')
    const files = readZip(await readFile(await file.path()))
    expect(files.get('data/account.json')?.toString()).toContain(ada.userName)
    expect(new URL(page.url()).pathname).toBe('/settings')
    await page.goto('/notifications')
    const line = page.getByRole('main').getByRole('link', { name: /Your copy is ready\./ })
    await expect(line).toHaveAttribute('href', '/settings#data')
  },
)
