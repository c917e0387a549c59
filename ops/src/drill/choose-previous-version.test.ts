import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { choosePreviousVersion } from './choose-previous-version.ts'
import { readGit } from '@dolph/bench/read-git'

test('a roll starts from the baseline of migrations or later, and says so of an older commit', async () => {
  await using repository = await createRepository()
  const { path, commit, write } = repository
  const ancient = await commit({ 'old.sql': 'create table a ()' })
  await rm(join(path, MIGRATIONS, 'old.sql'))
  const baseline = await commit({ 'baseline.sql': 'create table b ()' })
  const refusal = `${ancient} has other migrations: the oldest commit to start from is the baseline of migrations, ${baseline}`

  await expect(choosePreviousVersion(ancient, path)).rejects.toThrow(refusal)
  // Without --from: the commit before the current one is too old.
  expect(await choosePreviousVersion(undefined, path)).toBe(baseline)

  const later = await commit({ 'later.sql': 'create table c ()' })
  await commit({ 'latest.sql': 'create table d ()', 'README.md': 'new' })
  expect(await choosePreviousVersion(undefined, path)).toBe(later)
  expect(await choosePreviousVersion(baseline, path)).toBe(baseline)
  await expect(choosePreviousVersion(ancient, path)).rejects.toThrow(refusal)

  await write({ 'baseline.sql': 'create table e ()' })
  await expect(choosePreviousVersion(undefined, path)).rejects.toThrow('the working tree changes')
})

test('a roll starts from the newest tag that has the migrations of the baseline', async () => {
  await using repository = await createRepository()
  const { path, commit } = repository
  await commit({ 'baseline.sql': 'create table b ()' })
  await readGit(path, 'tag', 'v0.1.0')
  await commit({ 'later.sql': 'create table c ()' })
  await commit({ 'latest.sql': 'create table d ()' })

  expect(await choosePreviousVersion(undefined, path)).toBe('v0.1.0')
})

test('after two branches that each changed a migration, a roll starts from their merge', async () => {
  await using repository = await createRepository()
  const { path, commit } = repository
  await commit({ 'first.sql': 'create table a ()', 'second.sql': 'create table b ()' })
  await readGit(path, 'checkout', '--quiet', '-b', 'other')
  const other = await commit({ 'first.sql': 'create table c ()' })
  await readGit(path, 'checkout', '--quiet', '-')
  await commit({ 'second.sql': 'create table d ()' })
  await readGit(path, ...AUTHOR, 'merge', '--quiet', '--no-edit', 'other')
  const merge = await readGit(path, 'rev-parse', '--short', 'HEAD')
  await commit({ 'third.sql': 'create table e ()' })

  const refusal = `the baseline of migrations, ${merge}`
  await expect(choosePreviousVersion(other, path)).rejects.toThrow(refusal)
  expect(await choosePreviousVersion(merge, path)).toBe(merge)
})

const AUTHOR = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.test']
const MIGRATIONS = 'api/src/platform/db/migrations'

async function createRepository() {
  const path = await mkdtemp(join(tmpdir(), 'dolph-repository-'))
  await mkdir(join(path, MIGRATIONS), { recursive: true })
  await readGit(path, 'init', '--quiet')
  const write = async (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files))
      await writeFile(join(path, MIGRATIONS, name), text)
  }
  return {
    path,
    write,
    /** Commits these files and all other changes; returns the short hash. */
    commit: async (files: Record<string, string>): Promise<string> => {
      await write(files)
      await readGit(path, 'add', '--all')
      await readGit(path, ...AUTHOR, 'commit', '--quiet', '--no-gpg-sign', '--message', 'change')
      return readGit(path, 'rev-parse', '--short', 'HEAD')
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  }
}
