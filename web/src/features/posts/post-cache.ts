import type { Person } from '@dolph/contract/people/people'
import type { Post } from '@dolph/contract/posts/posts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * All cached data about posts has a key under `['posts', …]`: a post, a page of posts, or several pages. Changes to a post
 * go through this module, so that every list and page agrees.
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

/** Replaces an author in every cached post, for example after a change of the profile picture. */
export function updateCachedAuthor(client: QueryClient, author: Person): void {
  const isTheirs = ({ user }: Post) => user?._id === author._id
  rewriteCache(client, (posts) =>
    posts.some(isTheirs)
      ? posts.map((post) => (isTheirs(post) ? { ...post, user: author } : post))
      : posts,
  )
}

/** Removes a post from every cached list; the page that shows it alone keeps it until the member leaves. */
export function removeCachedPost(client: QueryClient, id: string): void {
  rewriteCache(client, (posts, isList) =>
    isList && posts.some(({ _id }) => _id === id) ? posts.filter(({ _id }) => _id !== id) : posts,
  )
}

/** Removes the posts of an ignored member from the cached lists, except the list of their own posts. */
export function removeCachedPostsBy(client: QueryClient, authorId: string): void {
  const isTheirs = ({ user }: Post) => user?._id === authorId
  rewriteCache(client, (posts, isList) =>
    isList && posts.some(isTheirs) && !posts.every(isTheirs)
      ? posts.filter((post) => !isTheirs(post))
      : posts,
  )
}

/** The most recently updated cached copy of a post. */
export function findCachedPost(client: QueryClient, id: string): Post | undefined {
  const queries = client.getQueryCache().findAll({ queryKey: POSTS_KEY })
  for (const { state } of queries.toSorted(
    (a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt,
  )) {
    const cached = state.data as CachedPosts | undefined
    const post = cached && extractPosts(cached).find(({ _id }) => _id === id)
    if (post) return post
  }
  return undefined
}

type RewritePosts = (posts: Post[], isList: boolean) => Post[]

function rewriteCache(client: QueryClient, rewrite: RewritePosts): void {
  for (const query of client.getQueryCache().findAll({ queryKey: POSTS_KEY })) {
    const cached = query.state.data as CachedPosts | undefined
    const next = cached && rewriteCachedPosts(cached, rewrite)
    if (next === cached) continue
    // `updatedAt` stays: this change must not postpone the next refetch.
    client.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
  }
}

function rewriteCachedPosts(cached: CachedPosts, rewrite: RewritePosts): CachedPosts {
  if ('pages' in cached) {
    const pages = cached.pages.map((page) => rewriteCachedPage(page, rewrite))
    return pages.every((page, index) => page === cached.pages[index])
      ? cached
      : { ...cached, pages }
  }
  if ('data' in cached) return rewriteCachedPage(cached, rewrite)
  return rewrite([cached], false)[0] ?? cached
}

function rewriteCachedPage(page: CachedPage, rewrite: RewritePosts): CachedPage {
  const data = rewrite(page.data, true)
  return data === page.data ? page : { ...page, data }
}

function extractPosts(cached: CachedPosts): Post[] {
  if ('pages' in cached) return cached.pages.flatMap(({ data }) => data)
  return 'data' in cached ? cached.data : [cached]
}
