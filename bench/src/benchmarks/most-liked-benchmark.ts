import { encodePostCursor } from '@dolph/api/features/posts/feed/post-cursor'
import type { FeedQuery } from '@dolph/api/features/posts/feed/feed-query'
import {
  buildFeedParameters,
  type FeedParameters,
} from '@dolph/api/features/posts/feed/feed-parameters'
import { getLowestPostIdAt } from '@dolph/api/features/posts/post-ids'
import { getFeedStatement } from '@dolph/api/features/posts/queries'
import { getTimeRangeStart } from '@dolph/api/features/posts/feed/time-range'
import { startApi } from '../api-server.ts'
import { readPostTimeRange } from '../database.ts'
import { writeTemporaryFile, runPgbench, runWrk } from '../benchmark-tools.ts'
import { NEWEST_POSTS_QUERY } from './feed-benchmark.ts'
import { inlineParameters, lowestIdSql } from '../pgbench-sql.ts'
import { printSummary, measureRounds } from '../measure-rounds.ts'

const WARM_UP_SECONDS = 10
const REQUEST_COUNT = 200_000
const TYPES = [null, 'showcase', 'looking-to-join', 'hackathon'] as const
const RANGES = ['today', 'month', 'year', 'all-time'] as const
/** More likes than any post has: a first page with a cursor that no two requests share. */
const FIRST_PAGE_LIKES = { min: 1_000_000, max: 2_000_000_000 }
/** The number of likes most posts have: a page far down the list. */
const DEEP_PAGE_LIKES = { min: 0, max: 6 }

/** Compares first and deep pages of the most liked posts over HTTP with PostgreSQL running the same statements. */
export async function benchmarkMostLiked(): Promise<void> {
  const timeRange = await readPostTimeRange()
  await using api = await startApi()
  const [firstPages, deepPages] = [
    await buildMostLikedPagesScript(FIRST_PAGE_LIKES, timeRange),
    await buildMostLikedPagesScript(DEEP_PAGE_LIKES, timeRange),
  ]

  await runWrk(api.url, { lua: firstPages, seconds: WARM_UP_SECONDS })
  await runWrk(api.url, { lua: deepPages, seconds: WARM_UP_SECONDS })
  const rates = await measureRounds({
    'pgbench, first pages': () => runMostLikedPgbench(FIRST_PAGE_LIKES, timeRange),
    'most liked, first pages': () => runWrk(api.url, { lua: firstPages }),
    'pgbench, deep pages': () => runMostLikedPgbench(DEEP_PAGE_LIKES, timeRange),
    'most liked, deep pages': () => runWrk(api.url, { lua: deepPages }),
  })
  printSummary({
    'liked/pgbench': rates['most liked, first pages'] / rates['pgbench, first pages'],
    'deep/pgbench': rates['most liked, deep pages'] / rates['pgbench, deep pages'],
  })
}

interface LikeRange {
  min: number
  max: number
}

interface PostTimeRange {
  first: number
  last: number
}

async function buildMostLikedPagesScript(
  { min, max }: LikeRange,
  { first, last }: PostTimeRange,
): Promise<string> {
  const randomInteger = (from: number, to: number) =>
    Math.floor(from + Math.random() * (to - from + 1))
  const pickRandom = <T>(all: readonly T[]) => all[randomInteger(0, all.length - 1)]
  const requests = Array.from({ length: REQUEST_COUNT }, () => {
    const before = {
      _id: getLowestPostIdAt(randomInteger(first, last)),
      likes: randomInteger(min, max),
    }
    const type = pickRandom(TYPES)
    return `/api/posts/browse?sort=likes&range=${pickRandom(RANGES)}&cursor=${encodePostCursor(before)}${type ? `&type=${type}` : ''}`
  })
  return `
local requests = {}
for line in io.lines("${await writeTemporaryFile('requests.txt', requests.join('\n'))}") do requests[#requests + 1] = line end
request = function() return wrk.format("GET", requests[math.random(#requests)]) end`
}

/**
 * One pgbench script per type and time range; values are bound as parameters, as the API does. Planned once, as
 * connections of the API are after some calls: pgbench reconnects for each round, and would spend part of its four seconds on plans.
 */
async function runMostLikedPgbench({ min, max }: LikeRange, { first, last }: PostTimeRange) {
  const variables: Record<string, string> = {}
  const scripts = TYPES.flatMap((type) =>
    RANGES.map((range) => {
      const since =
        range === 'all-time' ? null : getLowestPostIdAt(getTimeRangeStart(range, 'UTC', Date.now()))
      const before = { _id: '', likes: 0 }
      const query: FeedQuery = { ...NEWEST_POSTS_QUERY, sort: 'likes', type, since, before }
      const values = buildFeedParameters(query)
      const name = `${range}${type ?? ''}`.replaceAll('-', '')
      variables[`type${name}`] = String(type)
      variables[`since${name}`] = String(since)
      variables[`days${name}`] = `{${values.days.join()}}`
      variables[`months${name}`] = `{${values.months.join()}}`
      const parameters = {
        ...values,
        beforeId: lowestIdSql(':at'),
        beforeLikes: ':likes',
        type: `:type${name}`,
        since: `:since${name}`,
        days: `:days${name}`,
        months: `:months${name}`,
      }
      const statement = inlineParameters(
        getFeedStatement(query),
        parameters as unknown as FeedParameters,
      )
      return `\\set at random(${first}, ${last})\n\\set likes random(${min}, ${max})\n${statement};`
    }),
  )
  return runPgbench(scripts, { variables, isPlannedOnce: true })
}
