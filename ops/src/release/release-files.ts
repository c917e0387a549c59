import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REPOSITORY } from '@dolph/bench/previous-version'

const VERSION_PATTERN = /^\d+\.\d+\.\d+$/

/** The folder that an operator unpacks: the files of the one box, with this release as the answer to the first question. */
export async function writeOneBoxFolder(folder: string, version: string): Promise<void> {
  if (!VERSION_PATTERN.test(version)) throw new Error(`${version} is no version, such as 0.2.0`)
  await mkdir(folder, { recursive: true })
  await cp(join(REPOSITORY, 'deploy/one-box'), folder, { recursive: true })
  const answers = await readFile(join(folder, 'answers.example'), 'utf8')
  await writeFile(
    join(folder, 'answers.example'),
    answers.replace(/^RELEASE=.*$/m, `RELEASE=${version}`),
  )
  await cp(join(REPOSITORY, 'LICENSE'), join(folder, 'LICENSE'))
  for (const name of ['install.md', 'upgrade.md', 'backup-and-restore.md'])
    await cp(join(REPOSITORY, 'docs/operations', name), join(folder, 'docs', name))
}

/** The part of the changelog about this version. Throws if there is none: a release says what changes. */
export function findNotes(changelog: string, version: string): string {
  const heading = `## [${version}]`
  const start = changelog.indexOf(heading)
  if (start === -1) throw new Error(`CHANGELOG.md has no part about ${version}`)
  const end = changelog.indexOf('\n## [', start + heading.length)
  return `${changelog.slice(start, end === -1 ? undefined : end).trim()}\n`
}

/** Lines as `sha256sum --check` reads them. */
export async function formatChecksums(folder: string, names: string[]): Promise<string> {
  const lines = names.map(async (name) => {
    const digest = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
    return `${digest}  ${name}\n`
  })
  return (await Promise.all(lines)).join('')
}
