import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOGO_PATH } from './logo-path.ts'

test('the icon in the tab is the mark on the page', async () => {
  const icon = await readFile(join(import.meta.dirname, '../../public/favicon.svg'), 'utf8')
  expect(icon).toContain(`d="${LOGO_PATH}"`)
})
