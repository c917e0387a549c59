import { findPreviousVersion, REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import { readGit } from '@dolph/bench/read-git'

/** The SQL files alone: a text beside them may change. */
const MIGRATIONS = ':(glob)api/src/platform/db/migrations/**/*.sql'
/** Added migrations are no obstacle: they run on the database of the previous version. */
const CHANGED_FILES = ['--diff-filter=MD', '--no-renames']

/**
 * Chooses the commit to start from: `from`, or else the newest tag before the current commit; without tags the commit before it, in a clone
 * without history the current one. The oldest possible one is the baseline: the last commit that changed or removed a migration. If `from` is
 * older, this throws; any other choice becomes the baseline.
 */
export async function choosePreviousVersion(
  from: string | undefined,
  repository = REPOSITORY,
): Promise<string> {
  const commit = from ?? (await findPreviousVersion(repository))
  if (await hasOurMigrations(commit, repository)) return commit
  const baseline = await findBaseline(repository)
  const reason = `${commit} has other migrations: the oldest commit to start from is the baseline of migrations, ${baseline}`
  if (from !== undefined) throw new Error(reason)
  if (!(await hasOurMigrations(baseline, repository)))
    throw new Error('the working tree changes a migration: commit the change or take it back')
  printLine(reason)
  return baseline
}

/** Whether the working tree has all migrations of a commit, with the same text. */
async function hasOurMigrations(commit: string, repository: string): Promise<boolean> {
  const args = ['diff', '--name-only', ...CHANGED_FILES, commit, '--', MIGRATIONS]
  return (await readGit(repository, ...args)) === ''
}

/** Along the first parents, with what each merge brought: of two branches that changed a migration, none has what the other changed. */
async function findBaseline(repository: string): Promise<string> {
  const args = ['log', '-1', '--first-parent', '-m', '--format=%h', ...CHANGED_FILES]
  return (await readGit(repository, ...args, '--', MIGRATIONS)) || 'HEAD'
}
