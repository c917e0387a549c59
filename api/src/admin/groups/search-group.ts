import { sql } from 'kysely'
import { MIN_ID } from '../../platform/db/id-bounds.ts'
import { indexImportedPosts } from '../../features/posts/search/index-imported-posts.ts'
import { buildTermQuery } from '../../features/posts/search/term-query.ts'
import { AdminRefusal, type AdminGroup } from '../admin-command.ts'
import { waitForReplicas } from '../wait-for-replicas.ts'

/** Authors who edit a post of the batch wait until it is saved. */
const BATCH_SIZE = 50
const PROGRESS_EVERY = 5_000

export const searchGroup: AdminGroup = {
  summary: 'the search index of posts',
  commands: {
    rebuild: {
      summary: 'Rebuilds the search entries of posts, in batches, while everything runs.',
      options: { since: { type: 'string', summary: 'only posts created since this time' } },
      run: async ({ db, onProgress }, { options }) => {
        const since = parseTime(options['since'])
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from posts where id >= uuid_v7(${since}::timestamptz)
        `.execute(db)
        const count = rows[0]?.count ?? 0
        return {
          description: `rebuild the search entries of ${count} posts`,
          action: 'operator.search.rebuild',
          details: { posts: count, since },
          afterCommit: async () => {
            let [done, after] = [0, '']
            for (;;) {
              const { rows: posts } = await sql<{ id: string }>`
                select id from posts
                where id >= uuid_v7(${since}::timestamptz) and id > ${after || MIN_ID}::uuid
                order by id limit ${BATCH_SIZE}
              `.execute(db)
              const last = posts.at(-1)
              if (!last) break
              const events = posts.map(({ id }) => ({ subjectId: id }))
              await db.transaction().execute((tx) => indexImportedPosts(tx, events, { db }))
              after = last.id
              done += posts.length
              if (done % PROGRESS_EVERY === 0) onProgress(`${done} of ${count} posts`)
              await waitForReplicas(db, onProgress)
            }
            return { lines: [`Rebuilt ${done} search entries.`], data: { posts: done } }
          },
        }
      },
    },
    explain: {
      summary: 'Shows how a search looks for words, to see why it finds or misses a post.',
      args: ['words'],
      run: async ({ db }, { args }) => {
        const query = await buildTermQuery(db, args['words'] ?? '', 'text-and-author')
        const { pattern, tokenTermSets, boundaryTerms, isUnbounded, canMatchText } = query
        const data = {
          pattern,
          words: tokenTermSets.map((set) => set.length),
          boundaries: boundaryTerms.length,
          authorNames: query.authorNameTerms?.length ?? null,
          isUnbounded,
          canMatchText,
        }
        return {
          lines: [
            `A text must match ${pattern}.`,
            `Known words for each part of the search: ${data.words.join(', ') || 'none'}.`,
            isUnbounded
              ? 'A part is so common that the newest posts are read one by one.'
              : 'Posts are found by their words.',
            canMatchText ? 'Posts with these words may exist.' : 'No post has these words.',
          ],
          data,
        }
      },
    },
  },
}

function parseTime(text: string | boolean | undefined): string {
  if (text === undefined) return '1970-01-01T00:00:00.000Z'
  const time = new Date(String(text))
  if (Number.isNaN(time.getTime())) throw new AdminRefusal(`${text} is no time, such as 2026-01-31`)
  return time.toISOString()
}
