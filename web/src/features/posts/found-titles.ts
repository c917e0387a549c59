import { fold } from '@dolph/contract/fold'
import { browsePosts, type Post } from '@dolph/contract/posts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { searchTerm } from './feed-filter.ts'

const PAUSE_MS = 250

export const FOUND_POSTS_KEY: readonly string[] = ['posts', 'found']

const postsAbout = (q: string) =>
  queryOptions({
    queryKey: [...FOUND_POSTS_KEY, q],
    queryFn: ({ signal }) => call(browsePosts, { querystring: { q } }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    networkMode: 'always',
  })

interface Found {
  posts: Post[]
  state: 'nothing-asked' | 'searching' | 'failed' | 'found'
}

/** Posts for whoever looks for one by name: titles first. Each search has its own answer, so a late one changes nothing. */
export function useFoundTitles(typed: string): Found {
  const wanted = searchTerm(typed)
  const asked = useDebounced(wanted, PAUSE_MS)
  const { data, isError, isSuccess, isPlaceholderData } = useQuery(postsAbout(asked))
  if (wanted === '') return { posts: [], state: 'nothing-asked' }

  const posts = data?.data ?? []
  const isNamedSo = ({ title }: Post) => fold(title).includes(fold(wanted))
  if (asked === wanted && !isPlaceholderData) {
    if (isError) return { posts: [], state: 'failed' }
    const titlesFirst = posts.toSorted((a, b) => Number(isNamedSo(b)) - Number(isNamedSo(a)))
    if (isSuccess) return { posts: titlesFirst, state: 'found' }
  }
  // Of those found for fewer letters some remain, and can be shown meanwhile.
  return { posts: posts.filter(isNamedSo), state: 'searching' }
}
