import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@dolph/api/db/database'
import { threadsPage } from '@dolph/api/features/comments/pages'
import { createPost } from '@dolph/api/features/posts/actions'
import { feedPage } from '@dolph/api/features/posts/feed'
import type { FeedQuery } from '@dolph/api/features/posts/feed-query'
import { setLike } from '@dolph/api/features/posts/likes'
import { lowestIdAt } from '@dolph/api/features/posts/post-ids'
import { findPosts } from '@dolph/api/features/posts/search/find-posts'
import { selectPost } from '@dolph/api/features/posts/queries'
import { BENCH_DATABASE } from './database.ts'
import { textSource } from './load/text.ts'
import { randomSource } from './load/random.ts'
import { percentile } from './percentile.ts'
import { conclude } from './rounds.ts'
import { say } from './say.ts'
import { searchWords } from './search-words.ts'

const SMALL_POSTS = 10_000
const RUNS = 200
const DAY_MS = 86_400_000
const SMALL_DATABASE = `${BENCH_DATABASE}_small`
const LOAD = new URL('load/main.ts', import.meta.url).pathname

interface World {
  db: Database
  posts: string[]
  members: { id: string; username: string }[]
  /** Which of everything is next. */
  turn: number
}

const ALL: FeedQuery = {
  ...{ q: null, scope: 'text', type: null, sort: 'recent', since: null, author: null },
  ...{ before: null, viewerId: null, count: 21 },
}
const text = textSource(randomSource(1))

/** Every call on a small and on a large Dolph, in turns: which one slows down, and how much? */
export async function growth(): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [LOAD, '--posts', String(SMALL_POSTS), '--messages', '0'],
    {
      env: { ...process.env, BENCH_DATABASE_URL: SMALL_DATABASE },
    },
  )
  await using smallDb = openDatabase(SMALL_DATABASE)
  await using largeDb = openDatabase(BENCH_DATABASE)
  const [small, large] = [await enter(smallDb), await enter(largeDb)]
  let worst = 0
  const words = await knownToBoth(small, large)
  for (const [name, call] of Object.entries(callsFor(words))) {
    const took = { small: [] as number[], large: [] as number[] }
    for (let run = 0; run < RUNS; run += 1) {
      took.small.push(await timed(small, call))
      took.large.push(await timed(large, call))
    }
    const [before, after] = [percentile(took.small, 0.5), percentile(took.large, 0.5)]
    worst = Math.max(worst, after / before)
    const change = `${before.toFixed(2)} ms to ${after.toFixed(2)} ms`
    say(`${name.padEnd(34)} ${change.padEnd(22)} ${(after / before).toFixed(2)}`)
  }
  conclude({ growth: worst })
}

type Call = (world: World) => Promise<unknown>

function callsFor(words: Word[]): Record<string, Call> {
  const page = (query: Partial<FeedQuery>) => (world: World) =>
    feedPage(world.db, { ...ALL, viewerId: member(world).id, ...query })
  const since = lowestIdAt(Date.now() - 30 * DAY_MS)
  const searches = Object.entries(Object.groupBy(words, ({ kind }) => kind))
  return {
    'first page': page({}),
    'any page': (world) => page({ before: { _id: post(world), likes: null } })(world),
    'page of a type': (world) =>
      page({ type: 'looking-to-join', before: { _id: post(world), likes: null } })(world),
    'most liked': page({ sort: 'likes' }),
    'most liked of 30 days': page({ sort: 'likes', since }),
    'most liked, any page': (world) =>
      page({ sort: 'likes', before: { _id: post(world), likes: world.turn % 5 } })(world),
    'own posts': (world) => page({ author: member(world).id })(world),
    'one post': (world) => selectPost(world.db, { id: post(world), viewerId: member(world).id }),
    comments: (world) => threadsPage(world.db, post(world), { limit: 20 }),
    like: (world) => setLike(world.db, { postId: post(world), memberId: member(world).id }),
    create: (world) =>
      createPost(world.db, member(world), {
        ...{ title: text.words(4).slice(0, 100), body: text.words(90), type: 'other' },
        ...{ github: '', demo: '', projectUrl: '' },
      }),
    ...Object.fromEntries(
      searches.flatMap(([kind, ofKind = []]) =>
        (['recent', 'likes'] as const).map((sort) => [
          `search, ${kind}, ${sort}`,
          (world: World) => {
            const word = ofKind[world.turn % ofKind.length]
            return page({ q: word?.q ?? '', scope: word?.scope ?? 'text', sort })(world)
          },
        ]),
      ),
    ),
  }
}

type Word = ReturnType<typeof searchWords>[number]

/** A word that one of them has and the other has not is another search there. */
async function knownToBoth(small: World, large: World): Promise<Word[]> {
  const both: Word[] = []
  for (const word of searchWords()) {
    const query = { ...ALL, q: word.q, scope: word.scope }
    const inSmall = await findPosts(small.db, query)
    const inLarge = await findPosts(large.db, query)
    if (inSmall.length > 0 === inLarge.length > 0) both.push(word)
  }
  return both
}

async function timed(world: World, call: Call): Promise<number> {
  world.turn += 1
  const started = performance.now()
  await call(world)
  return performance.now() - started
}

async function enter(db: Database): Promise<World> {
  const sample = <Row>(rows: Row[]) =>
    rows.filter((_, nth) => nth % Math.ceil(rows.length / 5_000) === 0)
  const posts = await db.selectFrom('posts').select('id').orderBy('id').execute()
  const members = await db.selectFrom('members').select(['id', 'username']).execute()
  return { db, posts: sample(posts).map(({ id }) => id), members: sample(members), turn: 0 }
}

function post({ posts, turn }: World): string {
  return posts[(turn * 7_919) % posts.length] ?? ''
}

function member({ members, turn }: World) {
  const found = members[(turn * 104_729) % members.length]
  if (!found) throw new Error('The bench database is empty: run pnpm bench:load first')
  return found
}
