import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'

/** Jobs of a release, which are applied by themselves. */
const JOB_FILES = ['migrate.yaml', 'migrate-after.yaml']
const KUSTOMIZATION = 'kustomization.yaml'

const Kustomization = z.object({ namespace: z.string(), resources: z.array(z.string()) })
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
})
export type Manifest = z.infer<typeof Manifest>

/** The objects that are applied. A file that neither the kustomization nor a deployment's steps name would be forgotten. */
export async function readManifests(folder: string): Promise<Manifest[]> {
  const read = async (file: string) => readFile(join(folder, file), 'utf8')
  const { resources } = Kustomization.parse(parse(await read(KUSTOMIZATION)))
  const files = [...resources, ...JOB_FILES]
  const forgotten = (await readdir(folder)).filter(
    (file) => file.endsWith('.yaml') && file !== KUSTOMIZATION && !files.includes(file),
  )
  if (forgotten.length > 0) throw new Error(`No step applies ${forgotten.join(', ')}`)
  const texts = await Promise.all(files.map(read))
  return texts.flatMap((text) => parseManifests(text))
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => Manifest.parse(document.toJS()))
}
