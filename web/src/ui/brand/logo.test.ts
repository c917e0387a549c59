import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOGO_PATH } from './logo-path.ts'

test('the favicon is the logo of the page', async () => {
  const icon = await readFile(join(import.meta.dirname, '../../../public/favicon.svg'), 'utf8')
  expect(icon).toContain(`d="${LOGO_PATH}"`)
})
