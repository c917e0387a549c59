import { PostType } from '@dolph/contract/posts/post-type'
import {
  PostFilter,
  SEARCH_MAX,
  Sort,
  TimeRange,
  type SearchScope,
} from '@dolph/contract/posts/post-filter'
import { countCharacters } from '@dolph/contract/primitives'
import { parseParameter } from '../../../lib/url/filter-params.ts'

/** Which fields a list searches, and whether it can be sorted. */
export interface FeedOptions {
  scope: SearchScope
  canSort: boolean
}

/** The public explorer: it does not search authors and has no sorting. */
export const BROWSE_FEED: FeedOptions = { scope: 'text', canSort: false }

/** The filter of a list. Default values are left out, so that equal filters have equal cache keys. */
export interface FeedFilter {
  scope: SearchScope
  q?: string
  type?: PostType
  sort?: 'likes'
  range?: Exclude<TimeRange, 'all-time'>
}

/** The search term and the fields that are searched. */
export type FeedSearch = Pick<FeedFilter, 'q' | 'scope'>

/** A change to the filter; absent fields stay as they are. */
export interface FilterChange {
  q?: string
  type?: PostType | 'all'
  sort?: Sort
  range?: TimeRange
}

/** Parses the filter from the URL; invalid values mean the default. */
export function parseFilter(params: URLSearchParams, { scope, canSort }: FeedOptions): FeedFilter {
  const q = normalizeSearchTerm(params.get('q') ?? '')
  const type = parseParameter(PostType, params.get('type'))
  const sort = canSort ? parseParameter(Sort, params.get('sort')) : undefined
  const range = sort === 'likes' ? parseParameter(TimeRange, params.get('range')) : undefined
  return {
    scope,
    ...(q && { q }),
    ...(type && { type }),
    ...(sort === 'likes' && { sort }),
    ...(range && range !== 'all-time' && { range }),
  }
}

/** Applies a change to the URL's parameters; unrelated parameters stay. */
export function applyFilterChange(params: URLSearchParams, change: FilterChange): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change) as [string, string][]) {
    if (DEFAULT_VALUES.has(value)) next.delete(name)
    else next.set(name, value)
  }
  // A time range applies only to the ranking by likes.
  if (!next.has('sort')) next.delete('range')
  return next
}

/** Resets every filter to its default. */
export const CLEARED_FILTER: FilterChange = {
  q: '',
  type: 'all',
  sort: 'recent',
  range: 'all-time',
}

/** Whether a text is longer than a search can be, which the search box says instead of searching. */
export function isSearchTooLong(text: string): boolean {
  return countCharacters(text.normalize('NFC').trim()) > SEARCH_MAX
}

/** Turns typed text into a search term; empty if the text cannot be searched for. */
export function normalizeSearchTerm(text: string): string {
  return parseParameter(PostFilter.shape.q, text) ?? ''
}

const DEFAULT_VALUES: ReadonlySet<string> = new Set(['', 'all', 'recent', 'all-time'])
