import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const runCommand = promisify(execFile)
/** The root of this repository, whose files are the new version. */
export const REPOSITORY = new URL('../../../', import.meta.url).pathname

/** The newest tag before the current commit; without tags, the commit before it. */
export async function findPreviousVersion(): Promise<string> {
  return readGit('describe', '--tags', '--abbrev=0', 'HEAD~1').catch(() => 'HEAD~1')
}

/**
 * Puts the files of a commit into a new folder and installs the packages of its API, from the store where it has them.
 * The files come from an archive: unlike a worktree, it leaves no trace in the repository when the drill is killed.
 * Returns the short hash of the commit.
 */
export async function installVersion(commit: string, folder: string): Promise<string> {
  const hash = await readGit('rev-parse', '--short', '--verify', `${commit}^{commit}`)
  const archive = `${folder}.tar`
  await readGit('archive', `--output=${archive}`, hash)
  await mkdir(folder)
  await runCommand('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--filter', '@dolph/api...']
  await runCommand('pnpm', args, { cwd: folder })
  return hash
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

async function readGit(...args: string[]): Promise<string> {
  const { stdout } = await runCommand('git', args, { cwd: REPOSITORY })
  return stdout.trim()
}
