import { foldCase } from '@dolph/contract/fold-case'
import { browsePosts, type Post } from '@dolph/contract/posts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { normalizeSearchTerm } from './feed-filter.ts'

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
  state: 'nothing-asked' | 'searching' | 'failed' | 'found'
}

/** Posts for whoever looks for one by name: titles first. Each search has its own answer, so a late one changes nothing. */
export function usePostSearch(typed: string): PostSearchResult {
  const wanted = normalizeSearchTerm(typed)
  const asked = useDebouncedValue(wanted, DEBOUNCE_MS)
  const { data, isError, isSuccess, isPlaceholderData } = useQuery(postSearchQuery(asked))
  if (wanted === '') return { posts: [], state: 'nothing-asked' }

  const posts = data?.data ?? []
  const isNamedSo = ({ title }: Post) => foldCase(title).includes(foldCase(wanted))
  if (asked === wanted && !isPlaceholderData) {
    if (isError) return { posts: [], state: 'failed' }
    const titlesFirst = posts.toSorted((a, b) => Number(isNamedSo(b)) - Number(isNamedSo(a)))
    if (isSuccess) return { posts: titlesFirst, state: 'found' }
  }
  // Of those found for fewer letters some remain, and can be shown meanwhile.
  return { posts: posts.filter(isNamedSo), state: 'searching' }
}
