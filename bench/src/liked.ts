import { writeCursor } from '@dolph/api/features/posts/cursor'
import type { FeedQuery } from '@dolph/api/features/posts/feed-query'
import { feedValues, type FeedValues } from '@dolph/api/features/posts/feed-values'
import { lowestIdAt } from '@dolph/api/features/posts/post-ids'
import { feedStatement } from '@dolph/api/features/posts/queries'
import { startOf } from '@dolph/api/features/posts/time-range'
import { startApi } from './api.ts'
import { postedBetween } from './database.ts'
import { keep, pgbench, wrk } from './engines.ts'
import { NEWEST } from './feed.ts'
import { fill, idAt } from './fill.ts'
import { conclude, inRounds } from './rounds.ts'

const WARM_UP_SECONDS = 10
const REQUESTS = 200_000
const TYPES = [null, 'showcase', 'looking-to-join', 'hackathon'] as const
const RANGES = ['today', 'month', 'year', 'all-time'] as const
/** Above every post there is: a first page that no two requests share. */
const TOP = { least: 1_000_000, most: 2_000_000_000 }
/** What most posts have: a page somewhere far down. */
const DEEP = { least: 0, most: 6 }

/** The most liked of random types and ranges, at the top and deep down, beside PostgreSQL running the same statements. */
export async function liked(): Promise<void> {
  const posted = await postedBetween()
  await using api = await startApi()
  const [top, deep] = [await randomPages(TOP, posted), await randomPages(DEEP, posted)]

  await wrk(api.url, { lua: top, seconds: WARM_UP_SECONDS })
  await wrk(api.url, { lua: deep, seconds: WARM_UP_SECONDS })
  const rates = await inRounds({
    'pgbench, first pages': () => pgbench(...forPgbench(TOP, posted)),
    'most liked, first pages': () => wrk(api.url, { lua: top }),
    'pgbench, deep pages': () => pgbench(...forPgbench(DEEP, posted)),
    'most liked, deep pages': () => wrk(api.url, { lua: deep }),
  })
  conclude({
    'liked/pgbench': rates['most liked, first pages'] / rates['pgbench, first pages'],
    'deep/pgbench': rates['most liked, deep pages'] / rates['pgbench, deep pages'],
  })
}

interface Likes {
  least: number
  most: number
}

interface Posted {
  first: number
  last: number
}

async function randomPages({ least, most }: Likes, { first, last }: Posted): Promise<string> {
  const between = (from: number, to: number) => Math.floor(from + Math.random() * (to - from + 1))
  const oneOf = <T>(all: readonly T[]) => all[between(0, all.length - 1)]
  const requests = Array.from({ length: REQUESTS }, () => {
    const before = { _id: lowestIdAt(between(first, last)), likes: between(least, most) }
    const type = oneOf(TYPES)
    return `/api/posts/browse?sort=likes&range=${oneOf(RANGES)}&cursor=${writeCursor(before)}${type ? `&type=${type}` : ''}`
  })
  return `
local requests = {}
for line in io.lines("${await keep('requests.txt', requests.join('\n'))}") do requests[#requests + 1] = line end
request = function() return wrk.format("GET", requests[math.random(#requests)]) end`
}

/** Each type and range is a script; its values travel as they do from the API. */
function forPgbench({ least, most }: Likes, { first, last }: Posted) {
  const variables: Record<string, string> = {}
  const scripts = TYPES.flatMap((type) =>
    RANGES.map((range) => {
      const since = range === 'all-time' ? null : lowestIdAt(startOf(range, 'UTC', Date.now()))
      const before = { _id: '', likes: 0 }
      const query: FeedQuery = { ...NEWEST, sort: 'likes', type, since, before }
      const values = feedValues(query)
      const name = `${range}${type ?? ''}`.replaceAll('-', '')
      variables[`type${name}`] = String(type)
      variables[`since${name}`] = String(since)
      variables[`days${name}`] = `{${values.days.join()}}`
      variables[`months${name}`] = `{${values.months.join()}}`
      const places = {
        ...values,
        beforeId: idAt(':at'),
        beforeLikes: ':likes',
        type: `:type${name}`,
        since: `:since${name}`,
        days: `:days${name}`,
        months: `:months${name}`,
      }
      const statement = fill(feedStatement(query), places as unknown as FeedValues)
      return `\\set at random(${first}, ${last})\n\\set likes random(${least}, ${most})\n${statement};`
    }),
  )
  return [scripts, variables] as const
}
