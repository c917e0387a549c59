import type { Person } from '@dolph/contract/people'
import type { Post } from '@dolph/contract/posts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Everything that this browser holds about posts lies under `['posts', …]`: a post, a page of posts, or
 * several pages. Whoever changes a post changes it here, so that every list and page agrees.
 */
const POSTS_KEY: QueryKey = ['posts']

interface CachedPage {
  data: Post[]
}
type CachedPosts = Post | CachedPage | { pages: CachedPage[] }

export function updateCachedPost(
  client: QueryClient,
  id: string,
  change: (post: Post) => Post,
): void {
  rewriteCache(client, (posts) =>
    posts.some(({ _id }) => _id === id)
      ? posts.map((post) => (post._id === id ? change(post) : post))
      : posts,
  )
}

/** Shows an author as they are now, wherever their posts are held. */
export function updateCachedAuthor(client: QueryClient, author: Person): void {
  const isTheirs = ({ user }: Post) => user?._id === author._id
  rewriteCache(client, (posts) =>
    posts.some(isTheirs)
      ? posts.map((post) => (isTheirs(post) ? { ...post, user: author } : post))
      : posts,
  )
}

/** Takes a post out of every list; a page that shows it alone keeps it until it is left. */
export function removeCachedPost(client: QueryClient, id: string): void {
  rewriteCache(client, (posts, isList) =>
    isList && posts.some(({ _id }) => _id === id) ? posts.filter(({ _id }) => _id !== id) : posts,
  )
}

/** The post as some list or page has it already, the one that was told last. */
export function findCachedPost(client: QueryClient, id: string): Post | undefined {
  const queries = client.getQueryCache().findAll({ queryKey: POSTS_KEY })
  for (const { state } of queries.toSorted(
    (a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt,
  )) {
    const held = state.data as CachedPosts | undefined
    const found = held && extractPosts(held).find(({ _id }) => _id === id)
    if (found) return found
  }
  return undefined
}

type RewritePosts = (posts: Post[], isList: boolean) => Post[]

function rewriteCache(client: QueryClient, rewritten: RewritePosts): void {
  for (const query of client.getQueryCache().findAll({ queryKey: POSTS_KEY })) {
    const held = query.state.data as CachedPosts | undefined
    const next = held && rewriteCachedPosts(held, rewritten)
    if (next === held) continue
    // No newer than it was: the next refresh is due when it was due.
    client.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
  }
}

function rewriteCachedPosts(held: CachedPosts, rewritten: RewritePosts): CachedPosts {
  if ('pages' in held) {
    const pages = held.pages.map((page) => rewriteCachedPage(page, rewritten))
    return pages.every((page, index) => page === held.pages[index]) ? held : { ...held, pages }
  }
  if ('data' in held) return rewriteCachedPage(held, rewritten)
  return rewritten([held], false)[0] ?? held
}

function rewriteCachedPage(page: CachedPage, rewritten: RewritePosts): CachedPage {
  const data = rewritten(page.data, true)
  return data === page.data ? page : { ...page, data }
}

function extractPosts(held: CachedPosts): Post[] {
  if ('pages' in held) return held.pages.flatMap(({ data }) => data)
  return 'data' in held ? held.data : [held]
}
