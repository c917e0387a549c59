import { type Database, openDatabase } from '@dolph/api/platform/db/database'
import { readThreadsPage } from '@dolph/api/features/comments/pages'
import { createPost } from '@dolph/api/features/posts/actions'
import { readFeedPage } from '@dolph/api/features/posts/feed/feed'
import type { FeedQuery } from '@dolph/api/features/posts/feed/feed-query'
import { setLike } from '@dolph/api/features/posts/likes'
import { getLowestPostIdAt } from '@dolph/api/features/posts/post-ids'
import { findPosts } from '@dolph/api/features/posts/search/find-posts'
import { selectPost } from '@dolph/api/features/posts/queries'
import { BENCH_DATABASE_URL } from '../database.ts'
import { loadSmallDatabase } from '../load/load-small-database.ts'
import { createTextSource } from '../load/text-source.ts'
import { createRandomSource } from '../load/random-source.ts'
import { percentile } from '../percentile.ts'
import { printSummary } from '../measure-rounds.ts'
import { printLine } from '../print-line.ts'
import { buildSearchQueries } from '../search-queries.ts'
import { NEWEST_POSTS_QUERY } from './feed-benchmark.ts'

const SMALL_POSTS = 10_000
const RUNS = 200
const DAY_MS = 86_400_000
const SMALL_DATABASE = `${BENCH_DATABASE_URL}_small`

interface LoadedDatabase {
  db: Database
  posts: string[]
  members: { id: string; username: string }[]
  /** Selects the next post, member and query. */
  iteration: number
}

const text = createTextSource(createRandomSource(1))

/** Measures every call on a small and on a large database alternately, to find calls that slow down with growth. */
export async function benchmarkGrowth(): Promise<void> {
  await loadSmallDatabase(SMALL_DATABASE, { posts: SMALL_POSTS, messages: 0 })
  await using smallDb = openDatabase(SMALL_DATABASE)
  await using largeDb = openDatabase(BENCH_DATABASE_URL)
  const [small, large] = [await sampleDatabase(smallDb), await sampleDatabase(largeDb)]
  let highestRatio = 0
  const queries = await findComparableQueries(small, large)
  for (const [name, call] of Object.entries(buildMeasuredCalls(queries))) {
    const durations = { small: [] as number[], large: [] as number[] }
    for (let run = 0; run < RUNS; run += 1) {
      durations.small.push(await timeCall(small, call))
      durations.large.push(await timeCall(large, call))
    }
    const [smallMs, largeMs] = [percentile(durations.small, 0.5), percentile(durations.large, 0.5)]
    highestRatio = Math.max(highestRatio, largeMs / smallMs)
    const change = `${smallMs.toFixed(2)} ms to ${largeMs.toFixed(2)} ms`
    printLine(`${name.padEnd(34)} ${change.padEnd(22)} ${(largeMs / smallMs).toFixed(2)}`)
  }
  printSummary({ growth: highestRatio })
}

type MeasuredCall = (database: LoadedDatabase) => Promise<unknown>

function buildMeasuredCalls(queries: SearchQuery[]): Record<string, MeasuredCall> {
  const readPage = (query: Partial<FeedQuery>) => (database: LoadedDatabase) =>
    readFeedPage(database.db, {
      ...NEWEST_POSTS_QUERY,
      viewerId: pickMember(database).id,
      ...query,
    })
  const since = getLowestPostIdAt(Date.now() - 30 * DAY_MS)
  const searches = Object.entries(Object.groupBy(queries, ({ kind }) => kind))
  return {
    'first page': readPage({}),
    'any page': (database) =>
      readPage({ before: { _id: pickPostId(database), likes: null } })(database),
    'page of a type': (database) =>
      readPage({ type: 'looking-to-join', before: { _id: pickPostId(database), likes: null } })(
        database,
      ),
    'most liked': readPage({ sort: 'likes' }),
    'most liked of 30 days': readPage({ sort: 'likes', since }),
    'most liked, any page': (database) =>
      readPage({
        sort: 'likes',
        before: { _id: pickPostId(database), likes: database.iteration % 5 },
      })(database),
    'own posts': (database) => readPage({ author: pickMember(database).id })(database),
    'one post': (database) =>
      selectPost(database.db, { id: pickPostId(database), viewerId: pickMember(database).id }),
    comments: (database) => {
      const { id } = pickMember(database)
      return readThreadsPage(
        database.db,
        pickPostId(database),
        { id, ignoredMembers: new Set() },
        { limit: 20 },
      )
    },
    like: (database) =>
      setLike(database.db, { postId: pickPostId(database), memberId: pickMember(database).id }),
    create: (database) =>
      createPost(database.db, pickMember(database), {
        title: text.words(4).slice(0, 100),
        body: text.words(90),
        type: 'other',
        github: '',
        demo: '',
        projectUrl: '',
      }),
    ...Object.fromEntries(
      searches.flatMap(([kind, ofKind = []]) =>
        (['recent', 'likes'] as const).map((sort) => [
          `search, ${kind}, ${sort}`,
          (database: LoadedDatabase) => {
            const searchQuery = ofKind[database.iteration % ofKind.length]
            return readPage({ q: searchQuery?.q ?? '', scope: searchQuery?.scope ?? 'text', sort })(
              database,
            )
          },
        ]),
      ),
    ),
  }
}

type SearchQuery = ReturnType<typeof buildSearchQueries>[number]

/** Keeps only queries that match in both databases or in neither: finding nothing costs differently. */
async function findComparableQueries(
  small: LoadedDatabase,
  large: LoadedDatabase,
): Promise<SearchQuery[]> {
  const comparable: SearchQuery[] = []
  for (const searchQuery of buildSearchQueries()) {
    const query = { ...NEWEST_POSTS_QUERY, q: searchQuery.q, scope: searchQuery.scope }
    const inSmall = await findPosts(small.db, query)
    const inLarge = await findPosts(large.db, query)
    if (inSmall.length > 0 === inLarge.length > 0) comparable.push(searchQuery)
  }
  return comparable
}

async function timeCall(database: LoadedDatabase, call: MeasuredCall): Promise<number> {
  database.iteration += 1
  const startedAt = performance.now()
  await call(database)
  return performance.now() - startedAt
}

async function sampleDatabase(db: Database): Promise<LoadedDatabase> {
  const sample = <Row>(rows: Row[]) =>
    rows.filter((_, index) => index % Math.ceil(rows.length / 5_000) === 0)
  const posts = await db.selectFrom('posts').select('id').orderBy('id').execute()
  const members = await db.selectFrom('members').select(['id', 'username']).execute()
  return { db, posts: sample(posts).map(({ id }) => id), members: sample(members), iteration: 0 }
}

function pickPostId({ posts, iteration }: LoadedDatabase): string {
  return posts[(iteration * 7_919) % posts.length] ?? ''
}

function pickMember({ members, iteration }: LoadedDatabase) {
  const member = members[(iteration * 104_729) % members.length]
  if (!member) throw new Error('The bench database is empty: run pnpm bench:load first')
  return member
}
