import { foldCase } from '@dolph/contract/fold-case'
import { browsePosts, type Post } from '@dolph/contract/posts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { isSearchTooLong, normalizeSearchTerm } from './feed-filter.ts'

const DEBOUNCE_MS = 250

export const POST_SEARCH_KEY: readonly string[] = ['posts', 'found']

const postSearchQuery = (q: string) =>
  queryOptions({
    queryKey: [...POST_SEARCH_KEY, q],
    queryFn: ({ signal }) => callEndpoint(browsePosts, { querystring: { q } }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })

interface PostSearchResult {
  posts: Post[]
  state: 'idle' | 'too-long' | 'searching' | 'failed' | 'found'
}

/**
 * Searches posts by what the member types, title matches first. Each term has its own query, so a late response replaces
 * nothing.
 */
export function usePostSearch(text: string): PostSearchResult {
  const term = normalizeSearchTerm(text)
  const debouncedTerm = useDebouncedValue(term, DEBOUNCE_MS)
  const { data, isError, isSuccess, isPlaceholderData } = useQuery(postSearchQuery(debouncedTerm))
  if (isSearchTooLong(text)) return { posts: [], state: 'too-long' }
  if (term === '') return { posts: [], state: 'idle' }

  const posts = data?.data ?? []
  const hasTermInTitle = ({ title }: Post) => foldCase(title).includes(foldCase(term))
  if (debouncedTerm === term && !isPlaceholderData) {
    if (isError) return { posts: [], state: 'failed' }
    const titlesFirst = posts.toSorted(
      (a, b) => Number(hasTermInTitle(b)) - Number(hasTermInTitle(a)),
    )
    if (isSuccess) return { posts: titlesFirst, state: 'found' }
  }
  // Results of a shorter term whose title still matches are shown while the search runs.
  return { posts: posts.filter(hasTermInTitle), state: 'searching' }
}
