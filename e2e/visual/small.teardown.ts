import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSmallPicture, smallPicture } from '@dolph/api/testing/small-picture'
import { test } from '@playwright/test'

const FOLDER = join(import.meta.dirname, 'pictures')

test('pictures that were taken anew are kept small', async () => {
  test.setTimeout(600_000)
  for (const name of await readdir(FOLDER)) {
    const picture = await readFile(join(FOLDER, name))
    if (isSmallPicture(picture)) continue
    await writeFile(join(FOLDER, name), await smallPicture(picture))
  }
})
