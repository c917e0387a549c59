import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { ROOT } from './workspace.ts'

const DAY_MS = 86_400_000
const CHECKSUM = `sha512-${Buffer.alloc(64).toString('base64')}`

test('a lockfile with a release younger than seven days is not installed', async () => {
  const result = await installRelease({ ageInDays: 6.9 })
  expect(result).toContain('ERR_PNPM_MINIMUM_RELEASE_AGE_VIOLATION')
  expect(result).toContain('young@1.0.0 was published')
})

test('a lockfile with a release of seven days is installed', async () => {
  expect(await installRelease({ ageInDays: 7.1 })).toBe('installed')
})

test('a younger release is installed if it is listed', async () => {
  expect(await installRelease({ ageInDays: 0.1, listed: ['young@1.0.0'] })).toBe('installed')
})

test('a listed release does not stand for another version', async () => {
  const result = await installRelease({ ageInDays: 0.1, listed: ['young@1.0.1'] })
  expect(result).toContain('ERR_PNPM_MINIMUM_RELEASE_AGE_VIOLATION')
})

test('a release without a time is not installed', async () => {
  expect(await installRelease({})).toContain('ERR_PNPM_MINIMUM_RELEASE_AGE_VIOLATION')
})

test('a lockfile that the registry cannot confirm is not installed', async () => {
  const result = await installRelease({ ageInDays: 30, isRegistryDown: true })
  expect(result).toContain('ERR_PNPM_META_FETCH_FAIL')
})

interface Release {
  ageInDays?: number
  listed?: string[]
  isRegistryDown?: boolean
}

/** Verifies a lockfile with one package by the settings of this repository, against a registry of its own. */
async function installRelease(release: Release): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'dolph-release-age-'))
  await using registry = await startRegistry(release.ageInDays)
  if (release.isRegistryDown) await registry[Symbol.asyncDispose]()

  const settings = parse(await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8'))
  const files = {
    'package.json': JSON.stringify({ dependencies: { young: '1.0.0' } }),
    'pnpm-lock.yaml': stringify({
      lockfileVersion: '9.0',
      importers: { '.': { dependencies: { young: { specifier: '1.0.0', version: '1.0.0' } } } },
      packages: { 'young@1.0.0': { resolution: { integrity: CHECKSUM } } },
      snapshots: { 'young@1.0.0': {} },
    }),
    'pnpm-workspace.yaml': stringify({
      ...settings,
      packages: ['.'],
      minimumReleaseAgeExclude: release.listed ?? [],
      cacheDir: join(folder.path, 'cache'),
      fetchRetries: 0,
    }),
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder.path, name), content)
  }
  const options = ['--frozen-lockfile', '--lockfile-only', `--config.registry=${registry.url}`]
  try {
    await promisify(execFile)('pnpm', ['install', ...options], { cwd: folder.path })
    return 'installed'
  } catch (error) {
    return z.object({ stdout: z.string(), stderr: z.string() }).parse(error).stderr
  }
}

async function startRegistry(ageInDays?: number): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_, reply) => {
    const { port } = server.address() as AddressInfo
    const dist = { tarball: `http://127.0.0.1:${port}/young-1.0.0.tgz`, integrity: CHECKSUM }
    const time = ageInDays === undefined ? {} : { '1.0.0': daysAgo(ageInDays) }
    const versions = { '1.0.0': { name: 'young', version: '1.0.0', dist } }
    const metadata = { name: 'young', 'dist-tags': { latest: '1.0.0' }, versions, time }
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}
