import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ROOT } from './workspace.ts'

const License = z.union([
  z.object({ license: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]) }),
  z.object({ expression: z.string() }),
])
const Component = z.looseObject({
  group: z.string().optional(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  licenses: z.array(License).default([]),
})
export type Component = z.infer<typeof Component>

const Sbom = z.looseObject({ components: z.array(Component) })
export type Sbom = z.infer<typeof Sbom>

/** Lists the packages that are shipped, with the script that writes the SBOM of a build. */
export async function createSbom(): Promise<Sbom> {
  const { stdout } = await promisify(execFile)('pnpm', ['--silent', 'run', 'build:sbom'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  })
  return Sbom.parse(JSON.parse(stdout))
}
