import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { expect, onTestFinished, test } from 'vitest'
import { findNotes, formatChecksums, writeOneBoxFolder } from './release-files.ts'

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolph-release-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a release has the files of the one box, ready to run, and answers that name it', async () => {
  const folder = await openFolder()
  await writeOneBoxFolder(folder, '3.2.1')
  for (const name of ['install', 'upgrade', 'restore', 'dolph'])
    expect((await stat(join(folder, name))).mode & 0o111, name).not.toBe(0)
  expect(await readFile(join(folder, 'answers.example'), 'utf8')).toContain('\nRELEASE=3.2.1\n')
  expect(await readFile(join(folder, 'docs/install.md'), 'utf8')).toContain('./install')
})

test('the notes are the part of the changelog about the version, and there is none without', async () => {
  const changelog = '# Changelog\n\n## [0.2.0] - b\n\nNew.\n\n## [0.1.0] - a\n\nFirst.\n'
  expect(findNotes(changelog, '0.2.0')).toBe('## [0.2.0] - b\n\nNew.\n')
  expect(findNotes(changelog, '0.1.0')).toBe('## [0.1.0] - a\n\nFirst.\n')
  expect(() => findNotes(changelog, '0.3.0')).toThrow('CHANGELOG.md has no part about 0.3.0')
  const { version } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8')) as {
    version: string
  }
  expect(findNotes(await readFile(join(REPOSITORY, 'CHANGELOG.md'), 'utf8'), version)).not.toBe('')
})

test('the checksums are those of sha256sum', async () => {
  const folder = await openFolder()
  await writeFile(join(folder, 'a'), 'one')
  await writeFile(join(folder, 'b'), 'two')
  await writeFile(join(folder, 'SHA256SUMS'), await formatChecksums(folder, ['a', 'b']))
  const check = promisify(execFile)('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder })
  expect((await check).stdout).toBe('a: OK\nb: OK\n')
})
