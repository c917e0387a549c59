import { posix } from 'node:path'
import { PACKAGES, WEB_ONLY_FEATURES, type PackageRules } from './module-rules.ts'

/** Source files by their path in the repository, without tests and test helpers. */
export type SourceFiles = ReadonlyMap<string, string>

const ENTRY = 'entry'
const CONTRACT = '@dolph/contract/'
const IMPORT = /^(?:import|export)\b[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm
const FEATURE_PATH = /^(?:api|web)\/src\/features\/([\w-]+)\//
const MANIFEST_PATH = /^api\/src\/features\/([\w-]+)\/feature\.ts$/
const NEEDS = /^\s*needs: \[([^\]]*)\]/m

/**
 * The imports that go against the layers or against the `needs` of a manifest, and needs that nothing uses, one sentence
 * each. Cycles are found by oxlint.
 */
export function findImportViolations(files: SourceFiles): string[] {
  const needs = readNeeds(files)
  const usedNeeds = new Set<string>()
  const violations: string[] = []
  for (const [path, source] of files) {
    const rules = PACKAGES.find((each) => path.startsWith(`${each.source}/`))
    if (!rules) continue
    for (const target of listImports(path, source)) {
      const reason = target.startsWith(`${rules.source}/`)
        ? explainViolation(rules, { path, target, needs, usedNeeds })
        : (explainContractImport(rules, path, target) ?? explainForeignImport(rules, target))
      if (reason) violations.push(`${path} imports ${target}: ${reason}`)
    }
  }
  for (const [feature, needed] of needs) {
    for (const need of needed) {
      if (!usedNeeds.has(`${feature} ${need}`)) {
        violations.push(`${feature} needs ${need}, but imports nothing of it`)
      }
    }
  }
  return violations
}

interface Import {
  path: string
  target: string
  needs: ReadonlyMap<string, readonly string[]>
  usedNeeds: Set<string>
}

function explainViolation(
  rules: PackageRules,
  { path, target, needs, usedNeeds }: Import,
): string | undefined {
  const [from, to] = [findLayer(rules, path), findLayer(rules, target)]
  const [feature, targetFeature] = [FEATURE_PATH.exec(path)?.[1], FEATURE_PATH.exec(target)?.[1]]
  if (feature && targetFeature) {
    if (feature === targetFeature) return undefined
    if (MANIFEST_PATH.test(target)) return 'a manifest is imported by api/src/features.ts only'
    usedNeeds.add(`${feature} ${targetFeature}`)
    if (needs.get(feature)?.includes(targetFeature)) return undefined
    return `the manifest of ${feature} does not need ${targetFeature}`
  }
  if (from === ENTRY) {
    if (rules.source !== 'api/src' || !targetFeature || MANIFEST_PATH.test(target)) return undefined
    return 'outside of a feature only its manifest, feature.ts, is imported'
  }
  if (from === to || rules.layers[from]?.imports.includes(to)) return undefined
  return `the layer ${from} may not import the layer ${to}`
}

function explainContractImport(
  rules: PackageRules,
  path: string,
  target: string,
): string | undefined {
  const layer = findLayer(rules, path)
  const allowed = rules.layers[layer]?.contract
  if (!allowed || !target.startsWith(CONTRACT)) return undefined
  if (allowed.includes(target.slice(CONTRACT.length))) return undefined
  return `the layer ${layer} may import only ${allowed.join(' and ')} of the contract`
}

function explainForeignImport({ source }: PackageRules, target: string): string | undefined {
  const isForeign = PACKAGES.some((other) => {
    const [name] = other.source.split('/')
    return (
      other.source !== source &&
      (target.startsWith(`${name}/`) || target.startsWith(`@dolph/${name}`))
    )
  })
  return isForeign ? 'web and API know the contract, never each other' : undefined
}

function findLayer({ source, layers }: PackageRules, path: string): string {
  const name = path.slice(source.length + 1)
  const isIn = (each: string) => (each.endsWith('/') ? name.startsWith(each) : name === each)
  return Object.keys(layers).find((layer) => layers[layer]?.paths.some(isIn)) ?? ENTRY
}

/** The paths of imported files, and the names of imported packages. */
function listImports(path: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    return name.startsWith('.') ? posix.join(posix.dirname(path), name) : name
  })
}

/** What each feature may import, from the line `needs` of its manifest. */
function readNeeds(files: SourceFiles): Map<string, readonly string[]> {
  const needs = new Map<string, readonly string[]>()
  for (const path of files.keys()) {
    const feature = FEATURE_PATH.exec(path)?.[1]
    if (!feature || needs.has(feature)) continue
    const manifest = files.get(`api/src/features/${feature}/feature.ts`)
    const line = manifest && NEEDS.exec(manifest)?.[1]
    needs.set(
      feature,
      line === undefined
        ? (WEB_ONLY_FEATURES[feature] ?? [])
        : [...line.matchAll(/'([\w-]+)'/g)].map((match) => match[1] ?? ''),
    )
  }
  return needs
}
