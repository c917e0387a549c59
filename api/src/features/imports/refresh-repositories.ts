import { parseRepositoryLink } from '@dolph/contract/imports'
import { readProjectFile } from '@dolph/contract/project-file'
import { sql, type Insertable } from 'kysely'
import { parse } from 'yaml'
import type { CodeHost, RepositoryFacts, RepositoryName } from '../../code-host/code-host.ts'
import type { Database } from '../../db/database.ts'
import type { Repositories } from '../../db/tables/projects.ts'

/** One for the facts, and one for the `.dolph.yml` if they have changed. */
const CALLS_PER_REPOSITORY = 2

interface LinkedRepository {
  postId: string
  link: string
  username: string
  etag: string | null
}

/**
 * Reads the repositories of posts with open roles again, those read longest ago first, with at most `maxCalls` calls. It stops
 * when the code host gives no usable reply; the others wait for the next run.
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
    if (!name) await saveFailure(db, linked)
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
  if (facts === 'busy') {
    await saveAttempt(db, linked)
    return undefined
  }
  if (facts === 'gone') await saveFailure(db, linked)
  else if (facts === 'unchanged') await saveUnchanged(db, linked.postId)
  else {
    const projectFile = await codeHost.readProjectFile(facts)
    if (projectFile === 'busy') {
      await saveAttempt(db, linked)
      return undefined
    }
    await saveFacts(db, linked, facts, isConfirmed(projectFile.text, linked.username))
    return CALLS_PER_REPOSITORY
  }
  return 1
}

/** Whether the `.dolph.yml` of the repository names the author of the post. */
function isConfirmed(projectFile: string | null, username: string): boolean {
  if (projectFile === null) return false
  const { owner } = readProjectFile(projectFile, (text) => parse(text) as unknown)
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
    .where('open_roles', '>', 0)
    .where('posts.hidden_at', 'is', null)
    .where('posts.github', 'like', 'https://github.com/%')
    .orderBy('read_at', sql`asc nulls first`)
    .orderBy('posts.id')
    .limit(max)
    .execute()
}

async function saveFacts(
  db: Database,
  { postId, link }: LinkedRepository,
  facts: RepositoryFacts,
  confirmed: boolean,
): Promise<void> {
  const { etag, language, license } = facts
  await upsertRepository(db, postId, {
    ...{ link, etag: etag ?? '', language, license, failures: 0 },
    pushed_at: facts.pushedAt?.toISOString() ?? null,
    is_archived: facts.isArchived,
    is_confirmed: confirmed,
  })
}

async function saveUnchanged(db: Database, postId: string): Promise<void> {
  await db
    .updateTable('repositories')
    .set({ read_at: sql`now()`, failures: 0 })
    .where('post_id', '=', postId)
    .execute()
}

/** Counted as read, with the facts as they were: a repository that always fails must not be the first of every run. */
async function saveAttempt(db: Database, { postId, link }: LinkedRepository): Promise<void> {
  await db
    .insertInto('repositories')
    .values({ post_id: postId, link, is_archived: false, is_confirmed: false, failures: 1 })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet({
        read_at: sql`now()`,
        failures: sql`least(repositories.failures + 1, 1000)`,
      }),
    )
    .execute()
}

/** What is gone is forgotten; the row stays, so that the repository is asked for again in its turn. */
async function saveFailure(db: Database, { postId, link }: LinkedRepository): Promise<void> {
  const nothing = { etag: null, pushed_at: null, language: null, license: null }
  const values = { ...nothing, link, is_archived: false, is_confirmed: false, failures: 1 }
  await upsertRepository(db, postId, values)
}

type RepositoryValues = Omit<Insertable<Repositories>, 'post_id' | 'read_at'>

async function upsertRepository(db: Database, postId: string, values: RepositoryValues) {
  await db
    .insertInto('repositories')
    .values({ post_id: postId, ...values })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet({
        ...values,
        read_at: sql`now()`,
        ...(values.failures && { failures: sql`least(repositories.failures + 1, 1000)` }),
      }),
    )
    .execute()
}
