import { execFile } from 'node:child_process'
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readGit } from './read-git.ts'

const runCommand = promisify(execFile)
/** The root of this repository, whose files are the new version. */
export const REPOSITORY = new URL('../../', import.meta.url).pathname
const WEB_FOLDERS = ['web', 'contract']
/** What makes the web app of an equal version another one: the main script gets another name, and all that import it. */
const CHANGED_SCRIPT = 'web/src/main.tsx'
const CHANGE = `\nperformance.mark('previous version')\n`

/** The newest tag before the current commit; without tags the commit before it, in a clone without history the current one. */
export async function findPreviousVersion(repository = REPOSITORY): Promise<string> {
  return readGit(repository, 'describe', '--tags', '--abbrev=0', 'HEAD~1')
    .catch(() => readGit(repository, 'rev-parse', '--verify', '--short', 'HEAD~1'))
    .catch(() => readGit(repository, 'rev-parse', '--short', 'HEAD'))
}

/**
 * Puts the files of a commit into a new folder, installs the packages of its API and web app, from the store where it has them, and builds
 * the web app. If that is the same as in the working tree, a script of it is changed, so that the two versions differ in their assets.
 * The files come from an archive: unlike a worktree, it leaves no trace in the repository when the drill is killed.
 * Returns the short hash of the commit.
 */
export async function installVersion(commit: string, folder: string): Promise<string> {
  const hash = await readGit(REPOSITORY, 'rev-parse', '--short', '--verify', `${commit}^{commit}`)
  const archive = `${folder}.tar`
  await readGit(REPOSITORY, 'archive', `--output=${archive}`, hash)
  await mkdir(folder)
  await runCommand('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  if (await hasSameWebApp(hash)) await appendFile(join(folder, CHANGED_SCRIPT), CHANGE)
  const packages = ['--filter', '@dolph/api...', '--filter', '@dolph/web...']
  const install = ['install', '--frozen-lockfile', '--prefer-offline', ...packages]
  await runCommand('pnpm', install, { cwd: folder })
  await runCommand('pnpm', ['--filter', '@dolph/web', 'build'], { cwd: folder })
  return hash
}

/** Lists the scripts, styles and fonts of the built web app of a version. */
export async function listAssets(folder: string): Promise<string[]> {
  const assets = join(folder, 'web/dist/client/assets')
  const names = await readdir(assets).catch(() => {
    throw new Error(`There is no built web app in ${assets}: run \`pnpm build\` first`)
  })
  return names.filter((name) => !/\.(?:br|gz)$/.test(name))
}

async function hasSameWebApp(hash: string): Promise<boolean> {
  return readGit(REPOSITORY, 'diff', '--quiet', hash, '--', ...WEB_FOLDERS).then(
    () => true,
    () => false,
  )
}

/** Runs a script of a version to its end and returns what it printed. */
export async function runScript(
  folder: string,
  script: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env } }
  const { stdout } = await runCommand(process.execPath, [join(folder, script), ...args], options)
  return stdout
}
