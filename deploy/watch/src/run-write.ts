import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildGeneratedFiles } from './generated-files.ts'

const folder = join(import.meta.dirname, '..')
for (const [path, content] of buildGeneratedFiles()) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}
