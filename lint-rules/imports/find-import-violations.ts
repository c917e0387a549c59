import { posix } from 'node:path'
import { listForeignTables } from './find-table-violations.ts'
import { PACKAGES, WEB_ONLY_FEATURES, type PackageRules, type SourceFiles } from './module-rules.ts'

const ENTRY = 'entry'
const MANIFESTS = 'manifests'
const CONTRACT = '@dolph/contract/'
const IMPORT = /^(?:import|export)\b[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm
const FEATURE_PATH = /^(?:api|web)\/src\/features\/([\w-]+)\//
const MANIFEST_PATH = /^api\/src\/features\/([\w-]+)\/feature\.ts$/
const NEEDS = /^\s*needs: \{\s*api: \[([^\]]*)\],\s*web: \[([^\]]*)\],?\s*\}/m

/**
 * The imports that go against the layers or against the `needs` of a manifest, tables and SQL functions of features that are not
 * needed, and needs that nothing uses, one sentence each.
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
  for (const { path, name, part, owner } of listForeignTables(files)) {
    const need = ['api', part, owner].join(' ')
    usedNeeds.add(need)
    if (!needs.has(need)) violations.push(`${path} names ${name}: ${part} does not need ${owner}`)
  }
  for (const each of needs) {
    if (usedNeeds.has(each)) continue
    const [side, feature, need] = each.split(' ')
    violations.push(`${feature} needs ${need} in the ${side}, but uses nothing of it`)
  }
  return violations
}

interface Import {
  path: string
  target: string
  needs: ReadonlySet<string>
  usedNeeds: Set<string>
}

function explainViolation(
  rules: PackageRules,
  { path, target, needs, usedNeeds }: Import,
): string | undefined {
  const [feature, targetFeature] = [FEATURE_PATH.exec(path)?.[1], FEATURE_PATH.exec(target)?.[1]]
  if (feature && targetFeature) {
    if (feature === targetFeature) return undefined
    if (MANIFEST_PATH.test(target))
      return 'a manifest is imported by features.ts and by privacy only'
    const need = [rules.side, feature, targetFeature].join(' ')
    usedNeeds.add(need)
    if (needs.has(need)) return undefined
    return `the manifest of ${feature} does not need ${targetFeature} in the ${rules.side}`
  }
  const from = findLayer(rules, path)
  const to = MANIFEST_PATH.test(target) ? MANIFESTS : findLayer(rules, target)
  if (from === ENTRY) {
    if (rules.side === 'api' && to === 'features')
      return 'outside of a feature only its manifest, feature.ts, is imported'
    return to === 'seed' ? 'sample data is no part of the product' : undefined
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
export function listImports(path: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    return name.startsWith('.') ? posix.join(posix.dirname(path), name) : name
  })
}

/** What features may import, from the line `needs` of their manifests, each as 'side feature need'. */
function readNeeds(files: SourceFiles): Set<string> {
  const needs = new Set<string>()
  const add = (side: string, feature: string, features: readonly string[]) => {
    for (const each of features) needs.add([side, feature, each].join(' '))
  }
  for (const [path, source] of files) {
    const feature = MANIFEST_PATH.exec(path)?.[1]
    const lists = feature && NEEDS.exec(source)
    if (!lists) continue
    add('api', feature, listNames(lists[1]))
    add('web', feature, listNames(lists[2]))
  }
  for (const [feature, features] of Object.entries(WEB_ONLY_FEATURES)) add('web', feature, features)
  return needs
}

function listNames(list = ''): string[] {
  return [...list.matchAll(/'([\w-]+)'/g)].map((match) => match[1] ?? '')
}
