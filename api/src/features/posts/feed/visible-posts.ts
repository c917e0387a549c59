import type { PostJson } from '../post-json.ts'
import type { FeedQuery, PostSortKey } from './feed-query.ts'

/** Posts in the order of a list, and the position after them; null at its end. */
export interface PostBatch {
  posts: PostJson[]
  next: PostSortKey | null
}

const REFILLS_MAX = 3

/**
 * A page without the posts of ignored members, from batches of the list that all viewers share. It is refilled only while less
 * than half of it is left: a page that lacks a few posts costs no second statement. The next page starts where this one ended, so
 * that no post is lost or listed twice, even if all posts that were read are left out.
 */
export async function fillPage(
  { before, count }: Pick<FeedQuery, 'before' | 'count'>,
  ignoredMembers: ReadonlySet<string>,
  readNext: (before: FeedQuery['before']) => Promise<PostBatch>,
): Promise<PostBatch> {
  const limit = count - 1
  const isVisible = ({ authorId }: PostJson) => !ignoredMembers.has(authorId)
  let { posts, next } = await readNext(before)
  posts = posts.filter(isVisible)
  for (let refills = 0; refills < REFILLS_MAX && next && posts.length * 2 < limit; refills += 1) {
    const batch = await readNext(next)
    posts = [...posts, ...batch.posts.filter(isVisible)]
    next = batch.next
  }
  if (posts.length <= limit) return { posts, next }
  const page = posts.slice(0, limit)
  return { posts: page, next: page.at(-1) ?? null }
}
