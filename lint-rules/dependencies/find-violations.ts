import { matchesGlob } from 'node:path'
import { satisfies } from 'semver'
import type { DependencyRules } from './dependency-rules.ts'
import type { Component, Sbom } from './sbom.ts'
import type { Lockfile, PnpmSettings } from './workspace.ts'

const SEVEN_DAYS_IN_MINUTES = 7 * 24 * 60

export interface Dependencies {
  lockfile: Lockfile
  settings: PnpmSettings
  sbom: Sbom
}

/** Returns a sentence for each way in which the dependencies break the rules. */
export function findViolations(rules: DependencyRules, dependencies: Dependencies): string[] {
  const { lockfile, settings, sbom } = dependencies
  const releases = Object.keys(lockfile.packages)
  return [
    ...findKnownAdvisories(rules, releases),
    ...findForeignSources(lockfile),
    ...findWeakSettings(settings),
    ...findUnexplainedReleases(rules, settings, releases),
    ...findLicenseViolations(rules, sbom),
  ]
}

/** The part that needs no network and nothing but the names of the releases. */
export function findKnownAdvisories(rules: DependencyRules, releases: string[]): string[] {
  return [...findUnsafeVersions(rules, releases), ...findBannedPackages(rules, releases)]
}

function findUnsafeVersions({ versions }: DependencyRules, releases: string[]): string[] {
  return versions.flatMap((rule) => {
    const found = releases.map(splitRelease).filter(({ name }) => name === rule.package)
    // A misspelled name would check nothing.
    if (found.length === 0)
      return [`${rule.package} has a range of safe versions but is not in the lockfile`]
    return found
      .filter(({ version }) => !satisfies(version, rule.range))
      .map(
        ({ name, version }) =>
          `${name}@${version} is not ${rule.range}: ${rule.about} (${rule.advisories.join(', ')})`,
      )
  })
}

function findBannedPackages({ banned }: DependencyRules, releases: string[]): string[] {
  return banned.flatMap((rule) =>
    releases
      .filter((release) => splitRelease(release).name === rule.package)
      .map((release) => `${release} is banned: ${rule.reason}`),
  )
}

function findForeignSources({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([, { resolution }]) => Object.keys(resolution).join() !== 'integrity')
    .map(([release]) => `${release} does not come from the registry with a checksum`)
}

function findWeakSettings(settings: PnpmSettings): string[] {
  const builds = Object.entries(settings.allowBuilds).filter(([, isAllowed]) => isAllowed)
  return [
    (settings.minimumReleaseAge ?? 0) < SEVEN_DAYS_IN_MINUTES &&
      `minimumReleaseAge in pnpm-workspace.yaml is less than ${SEVEN_DAYS_IN_MINUTES} minutes`,
    settings.minimumReleaseAgeStrict !== true && 'minimumReleaseAgeStrict must be true',
    settings.minimumReleaseAgeIgnoreMissingTime !== false &&
      'minimumReleaseAgeIgnoreMissingTime must be false',
    ...builds.map(([name]) => `${name} may run install scripts (allowBuilds)`),
  ].filter((violation) => violation !== false)
}

/** pnpm verifies the age of every release in the lockfile at each installation; here each exception must have a reason. */
function findUnexplainedReleases(
  { youngReleases }: DependencyRules,
  { minimumReleaseAgeExclude }: PnpmSettings,
  releases: string[],
): string[] {
  const explained = youngReleases.flatMap((entry) => entry.releases)
  return [
    ...minimumReleaseAgeExclude
      .filter((release) => !explained.includes(release))
      .map((release) => `${release} in minimumReleaseAgeExclude has no reason in youngReleases`),
    ...explained
      .filter((release) => !minimumReleaseAgeExclude.includes(release))
      .map((release) => `${release} in youngReleases is not in minimumReleaseAgeExclude`),
    ...explained
      .filter((release) => !releases.includes(release))
      .map((release) => `${release} in youngReleases is not in the lockfile`),
  ]
}

function findLicenseViolations({ licenses }: DependencyRules, { components }: Sbom): string[] {
  return components
    .filter(({ group }) => group !== '@dolph')
    .flatMap((component) => {
      const name = [component.group, component.name].filter(Boolean).join('/')
      const found = readLicense(component)
      const isAllowed =
        licenses.allowed.includes(found) ||
        licenses.exceptions.some(
          (rule) => rule.license === found && matchesGlob(name, rule.package),
        )
      return isAllowed ? [] : [`${name}@${component.version} has the license ${found}`]
    })
}

function readLicense({ licenses }: Component): string {
  const names = licenses.map((entry) => {
    if ('expression' in entry) return entry.expression
    return 'id' in entry.license ? entry.license.id : entry.license.name
  })
  return names.join(' and ') || 'unknown'
}

export function splitRelease(release: string): { name: string; version: string } {
  const at = release.lastIndexOf('@')
  return { name: release.slice(0, at), version: release.slice(at + 1) }
}
