import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ROOT } from './workspace.ts'

const SHIPPED_PACKAGES = ['@dolph/api', '@dolph/web']

const License = z.union([
  z.object({ license: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]) }),
  z.object({ expression: z.string() }),
])
const Component = z.looseObject({
  group: z.string().optional(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  scope: z.enum(['required', 'optional', 'excluded']).optional(),
  licenses: z.array(License).default([]),
})
export type Component = z.infer<typeof Component>

const Sbom = z.looseObject({ components: z.array(Component) })
export type Sbom = z.infer<typeof Sbom>

/** Lists every installed package as CycloneDX 1.6; the scope of a package that is not shipped is `excluded`. */
export async function createSbom(): Promise<Sbom> {
  const filter = SHIPPED_PACKAGES.map((name) => `--filter=${name}`)
  const [all, shipped] = await Promise.all([listPackages(), listPackages('--prod', ...filter)])
  // pnpm marks development dependencies only, but our packages for tests and benchmarks have dependencies of their own.
  const shippedUrls = new Set(shipped.components.map(({ purl }) => purl))
  const components = all.components.map((component) => ({
    ...component,
    scope: shippedUrls.has(component.purl) ? ('required' as const) : ('excluded' as const),
  }))
  return { ...all, components }
}

async function listPackages(...options: string[]): Promise<Sbom> {
  const format = ['--sbom-format=cyclonedx', '--sbom-spec-version=1.6', '--sbom-type=application']
  const { stdout } = await promisify(execFile)('pnpm', ['sbom', ...format, ...options], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  })
  return Sbom.parse(JSON.parse(stdout))
}
