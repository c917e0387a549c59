import { PostFilter, PostType, Sort, TimeRange, type SearchScope } from '@dolph/contract/posts'
import { z } from 'zod/mini'

/** What a list offers to its reader. */
export interface FeedKind {
  scope: SearchScope
  canSort: boolean
}

/** The public explorer's. */
export const BROWSE_FEED: FeedKind = { scope: 'text', canSort: false }

/** What a list shows. What is the default is left out, so that each list has one name in the cache. */
export interface FeedFilter {
  scope: SearchScope
  q?: string
  type?: PostType
  sort?: 'likes'
  range?: Exclude<TimeRange, 'all-time'>
}

/** What was searched for, and where. */
export type FeedSearch = Pick<FeedFilter, 'q' | 'scope'>

/** What a reader chooses; what is absent stays as it is. */
export interface FilterChange {
  q?: string
  type?: PostType | 'all'
  sort?: Sort
  range?: TimeRange
}

/** Reads the filter from the address bar; nonsense there means the default. */
export function parseFilter(params: URLSearchParams, { scope, canSort }: FeedKind): FeedFilter {
  const q = normalizeSearchTerm(params.get('q') ?? '')
  const type = parseOrUndefined(PostType, params.get('type'))
  const sort = canSort ? parseOrUndefined(Sort, params.get('sort')) : undefined
  const range = sort === 'likes' ? parseOrUndefined(TimeRange, params.get('range')) : undefined
  return {
    scope,
    ...(q && { q }),
    ...(type && { type }),
    ...(sort === 'likes' && { sort }),
    ...(range && range !== 'all-time' && { range }),
  }
}

/** The address bar after a choice, keeping whatever else stands there. */
export function applyFilterChange(params: URLSearchParams, choice: FilterChange): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(choice) as [string, string][]) {
    if (DEFAULT_VALUES.has(value)) next.delete(name)
    else next.set(name, value)
  }
  // The newest need no range.
  if (!next.has('sort')) next.delete('range')
  return next
}

/** Everything, as if nothing had been chosen. */
export const CLEARED_FILTER: FilterChange = {
  q: '',
  type: 'all',
  sort: 'recent',
  range: 'all-time',
}

/** What is searched for when this has been typed; nothing if it cannot be searched for. */
export function normalizeSearchTerm(typed: string): string {
  return parseOrUndefined(PostFilter.shape.q, typed) ?? ''
}

const DEFAULT_VALUES: ReadonlySet<string> = new Set(['', 'all', 'recent', 'all-time'])

function parseOrUndefined<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
): z.output<T> | undefined {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : undefined
}
