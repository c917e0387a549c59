import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@dolph/api/db/database'
import { readThreadsPage } from '@dolph/api/features/comments/pages'
import { createPost } from '@dolph/api/features/posts/actions'
import { readFeedPage } from '@dolph/api/features/posts/feed'
import type { FeedQuery } from '@dolph/api/features/posts/feed-query'
import { setLike } from '@dolph/api/features/posts/likes'
import { getLowestPostIdAt } from '@dolph/api/features/posts/post-ids'
import { findPosts } from '@dolph/api/features/posts/search/find-posts'
import { selectPost } from '@dolph/api/features/posts/queries'
import { BENCH_DATABASE_URL } from './database.ts'
import { createTextSource } from './load/text-source.ts'
import { createRandomSource } from './load/random-source.ts'
import { percentile } from './percentile.ts'
import { printSummary } from './measure-rounds.ts'
import { printLine } from './print-line.ts'
import { buildSearchQueries } from './search-queries.ts'

const SMALL_POSTS = 10_000
const RUNS = 200
const DAY_MS = 86_400_000
const SMALL_DATABASE = `${BENCH_DATABASE_URL}_small`
const LOAD_SCRIPT = new URL('load/main.ts', import.meta.url).pathname

interface LoadedDatabase {
  db: Database
  posts: string[]
  members: { id: string; username: string }[]
  /** Which of everything is next. */
  iteration: number
}

const ALL_POSTS_QUERY: FeedQuery = {
  ...{ q: null, scope: 'text', type: null, sort: 'recent', since: null, author: null },
  ...{ before: null, viewerId: null, count: 21 },
}
const text = createTextSource(createRandomSource(1))

/** Every call on a small and on a large Dolph, in turns: which one slows down, and how much? */
export async function benchmarkGrowth(): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [LOAD_SCRIPT, '--posts', String(SMALL_POSTS), '--messages', '0'],
    {
      env: { ...process.env, BENCH_DATABASE_URL: SMALL_DATABASE },
    },
  )
  await using smallDb = openDatabase(SMALL_DATABASE)
  await using largeDb = openDatabase(BENCH_DATABASE_URL)
  const [small, large] = [await sampleDatabase(smallDb), await sampleDatabase(largeDb)]
  let worst = 0
  const words = await findComparableQueries(small, large)
  for (const [name, call] of Object.entries(buildMeasuredCalls(words))) {
    const took = { small: [] as number[], large: [] as number[] }
    for (let run = 0; run < RUNS; run += 1) {
      took.small.push(await timeCall(small, call))
      took.large.push(await timeCall(large, call))
    }
    const [before, after] = [percentile(took.small, 0.5), percentile(took.large, 0.5)]
    worst = Math.max(worst, after / before)
    const change = `${before.toFixed(2)} ms to ${after.toFixed(2)} ms`
    printLine(`${name.padEnd(34)} ${change.padEnd(22)} ${(after / before).toFixed(2)}`)
  }
  printSummary({ growth: worst })
}

type MeasuredCall = (world: LoadedDatabase) => Promise<unknown>

function buildMeasuredCalls(words: SearchQuery[]): Record<string, MeasuredCall> {
  const page = (query: Partial<FeedQuery>) => (world: LoadedDatabase) =>
    readFeedPage(world.db, { ...ALL_POSTS_QUERY, viewerId: pickMember(world).id, ...query })
  const since = getLowestPostIdAt(Date.now() - 30 * DAY_MS)
  const searches = Object.entries(Object.groupBy(words, ({ kind }) => kind))
  return {
    'first page': page({}),
    'any page': (world) => page({ before: { _id: pickPostId(world), likes: null } })(world),
    'page of a type': (world) =>
      page({ type: 'looking-to-join', before: { _id: pickPostId(world), likes: null } })(world),
    'most liked': page({ sort: 'likes' }),
    'most liked of 30 days': page({ sort: 'likes', since }),
    'most liked, any page': (world) =>
      page({ sort: 'likes', before: { _id: pickPostId(world), likes: world.iteration % 5 } })(
        world,
      ),
    'own posts': (world) => page({ author: pickMember(world).id })(world),
    'one post': (world) =>
      selectPost(world.db, { id: pickPostId(world), viewerId: pickMember(world).id }),
    comments: (world) => readThreadsPage(world.db, pickPostId(world), { limit: 20 }),
    like: (world) =>
      setLike(world.db, { postId: pickPostId(world), memberId: pickMember(world).id }),
    create: (world) =>
      createPost(world.db, pickMember(world), {
        ...{ title: text.words(4).slice(0, 100), body: text.words(90), type: 'other' },
        ...{ github: '', demo: '', projectUrl: '' },
      }),
    ...Object.fromEntries(
      searches.flatMap(([kind, ofKind = []]) =>
        (['recent', 'likes'] as const).map((sort) => [
          `search, ${kind}, ${sort}`,
          (world: LoadedDatabase) => {
            const word = ofKind[world.iteration % ofKind.length]
            return page({ q: word?.q ?? '', scope: word?.scope ?? 'text', sort })(world)
          },
        ]),
      ),
    ),
  }
}

type SearchQuery = ReturnType<typeof buildSearchQueries>[number]

/** A word that one of them has and the other has not is another search there. */
async function findComparableQueries(
  small: LoadedDatabase,
  large: LoadedDatabase,
): Promise<SearchQuery[]> {
  const both: SearchQuery[] = []
  for (const word of buildSearchQueries()) {
    const query = { ...ALL_POSTS_QUERY, q: word.q, scope: word.scope }
    const inSmall = await findPosts(small.db, query)
    const inLarge = await findPosts(large.db, query)
    if (inSmall.length > 0 === inLarge.length > 0) both.push(word)
  }
  return both
}

async function timeCall(world: LoadedDatabase, call: MeasuredCall): Promise<number> {
  world.iteration += 1
  const started = performance.now()
  await call(world)
  return performance.now() - started
}

async function sampleDatabase(db: Database): Promise<LoadedDatabase> {
  const sample = <Row>(rows: Row[]) =>
    rows.filter((_, nth) => nth % Math.ceil(rows.length / 5_000) === 0)
  const posts = await db.selectFrom('posts').select('id').orderBy('id').execute()
  const members = await db.selectFrom('members').select(['id', 'username']).execute()
  return { db, posts: sample(posts).map(({ id }) => id), members: sample(members), iteration: 0 }
}

function pickPostId({ posts, iteration }: LoadedDatabase): string {
  return posts[(iteration * 7_919) % posts.length] ?? ''
}

function pickMember({ members, iteration }: LoadedDatabase) {
  const found = members[(iteration * 104_729) % members.length]
  if (!found) throw new Error('The bench database is empty: run pnpm bench:load first')
  return found
}
