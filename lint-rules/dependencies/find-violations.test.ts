import { beforeAll, describe, expect, test } from 'vitest'
import { DependencyRules, readDependencyRules } from './dependency-rules.ts'
import { type Dependencies, findViolations } from './find-violations.ts'
import { createSbom } from './sbom.ts'
import { readLockfile, readPnpmSettings } from './workspace.ts'

const FROM_REGISTRY = { resolution: { integrity: 'sha512-' } }

let rules: DependencyRules
let dependencies: Dependencies

beforeAll(async () => {
  rules = await readDependencyRules()
  const [lockfile, settings] = await Promise.all([readLockfile(), readPnpmSettings()])
  dependencies = { lockfile, settings, sbom: await createSbom() }
})

test('the dependencies keep the rules', () => {
  expect(findViolations(rules, dependencies)).toEqual([])
})

describe('the lockfile', () => {
  test.each([
    ['fastify@5.12.0', /^fastify@5.12.0 is not >=5.12.1: .*CVE-2025-32442/],
    ['ws@8.21.0', /^ws@8.21.0 is not .*CVE-2026-48779/],
    ['ws@7.5.11', /^ws@7.5.11 is not /],
    ['sharp@0.34.9', /^sharp@0.34.9 is not /],
    ['nodemailer@10.1.4-beta.1', /^nodemailer@10.1.4-beta.1 is not /],
    ['@fastify/middie@9.0.0', /^@fastify\/middie@9.0.0 is banned: CVE-2026-33804/],
    ['@fastify/csrf-protection@8.0.0', /^@fastify\/csrf-protection@8.0.0 is banned/],
  ])('with %s beside the other packages is refused', (release, violation) => {
    const packages = { ...dependencies.lockfile.packages, [release]: FROM_REGISTRY }
    expect(findViolations(rules, { ...dependencies, lockfile: { packages } })).toEqual([
      expect.stringMatching(violation),
    ])
  })

  test.each([
    ['no checksum', {}],
    ['a URL', { tarball: 'http://packages.example/a.tgz', integrity: 'sha512-' }],
    ['a Git repository', { type: 'git', repo: 'https://git.example/a.git', commit: 'c0ffee' }],
  ])('with a package from %s is refused', (_, resolution) => {
    const packages = { ...dependencies.lockfile.packages, 'a@1.0.0': { resolution } }
    expect(findViolations(rules, { ...dependencies, lockfile: { packages } })).toEqual([
      'a@1.0.0 does not come from the registry with a checksum',
    ])
  })

  test('without a package that has a range of safe versions is refused', () => {
    const packages = Object.fromEntries(
      Object.entries(dependencies.lockfile.packages).filter(([key]) => !key.startsWith('sharp@')),
    )
    expect(findViolations(rules, { ...dependencies, lockfile: { packages } })).toEqual([
      'sharp has a range of safe versions but is not in the lockfile',
    ])
  })
})

describe('the settings of pnpm', () => {
  test.each([
    [{ minimumReleaseAge: 10_079 }, /^minimumReleaseAge .* less than 10080 minutes$/],
    [{ minimumReleaseAge: undefined }, /^minimumReleaseAge .* less than 10080 minutes$/],
    [{ minimumReleaseAgeStrict: false }, /^minimumReleaseAgeStrict must be true$/],
    [{ minimumReleaseAgeIgnoreMissingTime: true }, /^minimumReleaseAgeIgnoreMissingTime must be/],
    [{ allowBuilds: { esbuild: true } }, /^esbuild may run install scripts/],
  ])('with %o are refused', (change, violation) => {
    const settings = { ...dependencies.settings, ...change }
    expect(findViolations(rules, { ...dependencies, settings })).toEqual([
      expect.stringMatching(violation),
    ])
  })

  test('with an exception for a young release that has no reason are refused', () => {
    const { minimumReleaseAgeExclude, ...others } = dependencies.settings
    const settings = { ...others, minimumReleaseAgeExclude: [...minimumReleaseAgeExclude, 'ws'] }
    expect(findViolations(rules, { ...dependencies, settings })).toEqual([
      'ws in minimumReleaseAgeExclude has no reason in youngReleases',
    ])
  })
})

describe('the rules', () => {
  test('with a reason for a release that is not locked are refused', () => {
    const entry = { reason: 'A security fix', releases: ['ws@9.9.9'] }
    const changed = { ...rules, youngReleases: [...rules.youngReleases, entry] }
    expect(findViolations(changed, dependencies)).toEqual([
      'ws@9.9.9 in youngReleases is not in minimumReleaseAgeExclude',
      'ws@9.9.9 in youngReleases is not in the lockfile',
    ])
  })

  test.each([
    ['no advisory', { versions: [{ package: 'a', range: '>=1', advisories: [], about: 'b' }] }],
    [
      'a range that is none',
      { versions: [{ package: 'a', range: 'new', advisories: ['CVE-2026-1'], about: 'b' }] },
    ],
    ['every version of a young package', { youngReleases: [{ reason: 'a', releases: ['vite'] }] }],
    ['no reason', { youngReleases: [{ reason: ' ', releases: ['vite@1.0.0'] }] }],
  ])('with %s are refused', (_, change) => {
    expect(DependencyRules.safeParse({ ...rules, ...change }).success).toBe(false)
  })
})

test.each([
  ['GPL-3.0-only', [{ license: { id: 'GPL-3.0-only' } }]],
  ['My own', [{ license: { name: 'My own' } }]],
  ['(MIT AND GPL-2.0)', [{ expression: '(MIT AND GPL-2.0)' }]],
  ['unknown', []],
])('a shipped package with the license %s is refused', (name, licenses) => {
  const component = { name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0', licenses }
  const components = [...dependencies.sbom.components, component]
  expect(findViolations(rules, { ...dependencies, sbom: { components } })).toEqual([
    `a@1.0.0 has the license ${name}`,
  ])
})
