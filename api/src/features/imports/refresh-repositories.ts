import { parseRepositoryLink } from '@dolph/contract/imports/imports'
import { readProjectFile } from '@dolph/contract/imports/project-file'
import { sql } from 'kysely'
import { parse } from 'yaml'
import type { CodeHost, RepositoryFacts, RepositoryName } from './code-host/code-host.ts'
import type { Database } from '../../platform/db/database.ts'
import {
  saveRepositoryAttempt,
  saveRepositoryFacts,
  saveRepositoryGone,
  saveRepositoryUnchanged,
} from './repository-rows.ts'

/** One for the facts, and one for the `.dolph.yml` if they have changed or for the new place of a renamed repository. */
const CALLS_PER_REPOSITORY = 2

interface LinkedRepository {
  postId: string
  link: string
  username: string
  etag: string | null
}

/**
 * Reads the repositories of posts with open roles, and all that were read before, again: those read longest ago first, with at most
 * `maxCalls` calls. It stops when the code host gives no usable reply; the others wait for the next run.
 */
export async function refreshRepositories(
  db: Database,
  codeHost: CodeHost,
  maxCalls: number,
): Promise<void> {
  let calls = 0
  for (const linked of await selectLinkedRepositories(db, maxCalls)) {
    const name = parseRepositoryLink(linked.link)
    const used = name ? await refreshRepository(db, codeHost, { ...linked, name }) : 0
    if (!name) await saveRepositoryGone(db, linked)
    calls += used ?? maxCalls
    if (calls + CALLS_PER_REPOSITORY > maxCalls) return
  }
}

/** Returns the number of calls, or undefined if the code host gave no usable reply. */
async function refreshRepository(
  db: Database,
  codeHost: CodeHost,
  { name, ...linked }: LinkedRepository & { name: RepositoryName },
): Promise<number | undefined> {
  const facts = await codeHost.readRepository(name, { etag: linked.etag ?? undefined })
  if (facts === 'unchanged') {
    await saveRepositoryUnchanged(db, linked)
    return 1
  }
  if (facts === 'gone') {
    await saveRepositoryGone(db, linked)
    return 1
  }
  const confirmed =
    facts === 'busy' ? 'busy' : await readConfirmation(codeHost, { ...linked, name }, facts)
  // Counted as read: a repository that always fails must not be the first of every run.
  if (facts === 'busy' || confirmed === 'busy') {
    await saveRepositoryAttempt(db, linked)
    return undefined
  }
  await saveRepositoryFacts(db, linked, { ...facts, isConfirmed: confirmed })
  return CALLS_PER_REPOSITORY
}

/**
 * Whether the repository names the author of the post as its owner. After a rename or a transfer the link of the post leads to
 * another place than it says, whose owner may be anybody: nothing is confirmed until the post has the new link.
 */
async function readConfirmation(
  codeHost: CodeHost,
  { name, username }: { name: RepositoryName; username: string },
  facts: RepositoryFacts,
): Promise<boolean | 'busy'> {
  if (toFullName(facts) !== toFullName(name)) return false
  const projectFile = await codeHost.readProjectFile(facts)
  return projectFile === 'busy' ? 'busy' : isConfirmed(projectFile.text, username)
}

function toFullName({ owner, name }: RepositoryName): string {
  return `${owner}/${name}`.toLowerCase()
}

/** Whether the `.dolph.yml` of the repository names the author of the post. */
function isConfirmed(projectFile: string | null, username: string): boolean {
  if (projectFile === null) return false
  const { owner } = readProjectFile(projectFile, parse)
  return owner?.toLowerCase() === username.toLowerCase()
}

async function selectLinkedRepositories(db: Database, max: number): Promise<LinkedRepository[]> {
  return db
    .selectFrom('projects')
    .innerJoin('posts', 'posts.id', 'projects.post_id')
    .innerJoin('members', 'members.id', 'posts.author_id')
    .leftJoin('repositories', 'repositories.post_id', 'posts.id')
    .select(['posts.id as postId', 'posts.github as link', 'members.username'])
    .select(sql<string | null>`case when link = posts.github then etag end`.as('etag'))
    .where((row) =>
      row.or([row('open_roles', '>', 0), row('repositories.post_id', 'is not', null)]),
    )
    .where('posts.hidden_at', 'is', null)
    .where('posts.github', 'like', 'https://github.com/%')
    .orderBy('read_at', sql`asc nulls first`)
    .orderBy('posts.id')
    .limit(max)
    .execute()
}
