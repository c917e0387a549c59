import { browsePosts, type Post } from '@dolph/contract/posts/posts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts'
import { hasWordStart } from '../../../ui/search-highlight.ts'
import { isSearchTooLong, normalizeSearchTerm } from '../feed/feed-filter.ts'

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
  /** Whether the full search may list more posts than these. */
  mayHaveMore: boolean
}

/**
 * Searches posts by what the member types: titles with a word that starts with it, then bodies. The API also matches inside of
 * words, which in a short list would hide what was meant. Each term has its own query, so a late response replaces nothing.
 */
export function usePostSearch(text: string): PostSearchResult {
  const term = normalizeSearchTerm(text)
  const debouncedTerm = useDebouncedValue(term, DEBOUNCE_MS)
  const { data, isError, isSuccess, isPlaceholderData } = useQuery(postSearchQuery(debouncedTerm))
  if (isSearchTooLong(text)) return { posts: [], state: 'too-long', mayHaveMore: false }
  if (term === '') return { posts: [], state: 'idle', mayHaveMore: false }

  const found = data?.data ?? []
  const inTitle = found.filter(({ title }) => hasWordStart(title, term))
  if (debouncedTerm === term && !isPlaceholderData) {
    if (isError) return { posts: [], state: 'failed', mayHaveMore: false }
    if (isSuccess) {
      const inBody = found.filter(
        (post) => !inTitle.includes(post) && hasWordStart(post.body, term),
      )
      return { posts: [...inTitle, ...inBody], state: 'found', mayHaveMore: found.length > 0 }
    }
  }
  // Results of a shorter term whose title still matches are shown while the search runs.
  return { posts: inTitle, state: 'searching', mayHaveMore: true }
}
