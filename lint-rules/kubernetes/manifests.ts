import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'

/** Values of another program's chart. */
const ADAPTER_RULES = 'adapter-rules.yaml'
const KUSTOMIZATION = 'kustomization.yaml'

const Kustomization = z.object({
  namespace: z.string(),
  resources: z.array(z.string()),
  components: z.array(z.string()).default([]),
})
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
})
export type Manifest = z.infer<typeof Manifest>

/** The objects that are applied. A file that no kustomization names would be forgotten. */
export async function readManifests(folder: string): Promise<Manifest[]> {
  const read = async (file: string) => readFile(join(folder, file), 'utf8')
  const { resources } = Kustomization.parse(parse(await read(KUSTOMIZATION)))
  const known = [...resources, KUSTOMIZATION, ADAPTER_RULES]
  const forgotten = (await readdir(folder)).filter(
    (file) => file.endsWith('.yaml') && !known.includes(file),
  )
  if (forgotten.length > 0) throw new Error(`No step applies ${forgotten.join(', ')}`)
  const texts = await Promise.all(resources.map(read))
  return texts.flatMap((text) => parseManifests(text))
}

/** The components of a kustomization: the release is one of them. */
export async function readComponents(folder: string): Promise<string[]> {
  return Kustomization.parse(parse(await readFile(join(folder, KUSTOMIZATION), 'utf8'))).components
}

const Rule = z.object({ name: z.object({ as: z.string() }), seriesQuery: z.string() })
const AdapterRules = z.object({
  rules: z.object({ custom: z.array(Rule), external: z.array(Rule) }),
})

/** The metrics that prometheus-adapter makes of the series of Prometheus, by their kind in an autoscaler. */
export async function readAdapterRules(folder: string) {
  const { rules } = AdapterRules.parse(parse(await readFile(join(folder, ADAPTER_RULES), 'utf8')))
  return { Pods: rules.custom, External: rules.external }
}

export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => Manifest.parse(document.toJS()))
}
