import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSbom } from './sbom.ts'
import { ROOT } from './workspace.ts'

const folder = join(ROOT, 'artifacts')
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'sbom.cdx.json'), JSON.stringify(await createSbom(), null, 2))
