import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isQuantizedScreenshot,
  quantizeScreenshot,
} from '@dolph/api/testing/pictures/quantize-screenshot'
import { test } from '@playwright/test'

const FOLDER = join(import.meta.dirname, 'pictures')

test('new screenshots are compressed', async () => {
  test.setTimeout(600_000)
  for (const name of await readdir(FOLDER)) {
    const screenshot = await readFile(join(FOLDER, name))
    if (isQuantizedScreenshot(screenshot)) continue
    await writeFile(join(FOLDER, name), await quantizeScreenshot(screenshot))
  }
})
