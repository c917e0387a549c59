import type { Person } from '@dolph/contract/people'
import type { Post } from '@dolph/contract/posts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Everything that this browser holds about posts lies under `['posts', …]`: a post, a page of posts, or
 * several pages. Whoever changes a post changes it here, so that every list and page agrees.
 */
const ALL_POSTS: QueryKey = ['posts']

interface Page {
  data: Post[]
}
type Held = Post | Page | { pages: Page[] }

export function changePost(client: QueryClient, id: string, change: (post: Post) => Post): void {
  rewrite(client, (posts) =>
    posts.some(({ _id }) => _id === id)
      ? posts.map((post) => (post._id === id ? change(post) : post))
      : posts,
  )
}

/** Shows an author as they are now, wherever their posts are held. */
export function changeAuthor(client: QueryClient, author: Person): void {
  const isTheirs = ({ user }: Post) => user?._id === author._id
  rewrite(client, (posts) =>
    posts.some(isTheirs)
      ? posts.map((post) => (isTheirs(post) ? { ...post, user: author } : post))
      : posts,
  )
}

/** Takes a post out of every list; a page that shows it alone keeps it until it is left. */
export function removePost(client: QueryClient, id: string): void {
  rewrite(client, (posts, isList) =>
    isList && posts.some(({ _id }) => _id === id) ? posts.filter(({ _id }) => _id !== id) : posts,
  )
}

/** The post as some list or page has it already, the one that was told last. */
export function heldPost(client: QueryClient, id: string): Post | undefined {
  const queries = client.getQueryCache().findAll({ queryKey: ALL_POSTS })
  for (const { state } of queries.toSorted(
    (a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt,
  )) {
    const held = state.data as Held | undefined
    const found = held && postsIn(held).find(({ _id }) => _id === id)
    if (found) return found
  }
  return undefined
}

type Rewrite = (posts: Post[], isList: boolean) => Post[]

function rewrite(client: QueryClient, rewritten: Rewrite): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ALL_POSTS })) {
    const held = query.state.data as Held | undefined
    const next = held && rewriteHeld(held, rewritten)
    if (next === held) continue
    // No newer than it was: the next refresh is due when it was due.
    client.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt })
  }
}

function rewriteHeld(held: Held, rewritten: Rewrite): Held {
  if ('pages' in held) {
    const pages = held.pages.map((page) => rewritePage(page, rewritten))
    return pages.every((page, index) => page === held.pages[index]) ? held : { ...held, pages }
  }
  if ('data' in held) return rewritePage(held, rewritten)
  return rewritten([held], false)[0] ?? held
}

function rewritePage(page: Page, rewritten: Rewrite): Page {
  const data = rewritten(page.data, true)
  return data === page.data ? page : { ...page, data }
}

function postsIn(held: Held): Post[] {
  if ('pages' in held) return held.pages.flatMap(({ data }) => data)
  return 'data' in held ? held.data : [held]
}
