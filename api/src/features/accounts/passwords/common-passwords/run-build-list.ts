import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildList } from './build-list.ts'

await writeFile(join(import.meta.dirname, 'common-passwords.txt'), await buildList())
