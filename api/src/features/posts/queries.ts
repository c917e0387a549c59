import { sql } from 'kysely'
import { compiler, type Database } from '../../db/database.ts'
import { perShape, prepare } from '../../db/prepared.ts'
import { sizeOf, type FeedQuery } from './feed-query.ts'
import { feedValues, type FeedSlot, type FeedValues } from './feed-values.ts'
import { mostLiked, mostLikedOfAuthor } from './most-liked.ts'
import { selectPosts, type Page, type WrittenPost } from './written-posts.ts'

/** At least `count` posts if there are as many, in the order asked for. Depth and size of the table cost nothing. */
export async function selectFeed(db: Database, query: FeedQuery): Promise<WrittenPost[]> {
  return feedStatement(query).run(db, feedValues(query))
}

/** The statement behind one shape of the feed, planned once per connection. */
export function feedStatement(query: FeedQuery) {
  const size = sizeOf(query)
  const shape = `${query.sort} ${SHAPES.filter((slot) => query[slot] !== null).join()} ${size}`
  return statement(shape, () => buildFeed(query, size))
}

const SHAPES = ['before', 'type', 'author', 'since', 'viewerId'] as const
const statement = perShape<ReturnType<typeof buildFeed>>()

// The page is cut before anything is joined, and its size is part of the text: told "about ten percent of
// all posts", as for a parameter, PostgreSQL would merge whole tables to find twenty rows.
function buildFeed(query: FeedQuery, size: number) {
  return prepare<FeedValues, WrittenPost>((slot) => {
    const viewerId = query.viewerId && slot('viewerId')
    if (query.sort === 'recent') {
      return selectPosts(compiler, newest(query, slot, size), viewerId).orderBy('posts.id', 'desc')
    }
    const cut = query.author === null ? mostLiked : mostLikedOfAuthor
    return selectPosts(compiler, cut(query, slot, size), viewerId)
      .orderBy('posts.likes', 'desc')
      .orderBy('posts.id', 'desc')
  })
}

function newest(query: FeedQuery, slot: FeedSlot, size: number): Page {
  return compiler
    .selectFrom('posts')
    .selectAll()
    .select(sql<null>`null`.as('likes'))
    .$if(query.before !== null, (posts) => posts.where('id', '<', slot('beforeId')))
    .$if(query.type !== null, (posts) => posts.where('type', '=', slot('type')))
    .$if(query.author !== null, (posts) => posts.where('author_id', '=', slot('author')))
    .orderBy('id', 'desc')
    .limit(sql.lit(size))
    .as('posts')
}

/** These posts as `viewerId` sees them, in the order of their ids as given; what is gone is left out. */
export async function selectPostsByIds(
  db: Database,
  ids: string[],
  viewerId: string | null,
): Promise<WrittenPost[]> {
  const posts = viewerId === null ? byIds : byIdsForMember
  const rows = await posts.run(db, { ids, viewerId: viewerId ?? '' })
  const written = new Map(rows.map((post) => [post._id, post]))
  return ids.flatMap((id) => written.get(id) ?? [])
}

interface ByIds {
  ids: string[]
  viewerId: string
}

const byIds = prepare<ByIds, WrittenPost>((slot) =>
  selectPosts(compiler, pageOfIds(slot('ids')), null),
)
const byIdsForMember = prepare<ByIds, WrittenPost>((slot) =>
  selectPosts(compiler, pageOfIds(slot('ids')), slot('viewerId')),
)

function pageOfIds(ids: string[]): Page {
  return compiler
    .selectFrom('posts')
    .selectAll()
    .select(sql<null>`null`.as('likes'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .as('posts')
}

interface OnePost {
  id: string
  viewerId: string
}

/** Anybody's post. */
export async function selectPost(db: Database, post: OnePost): Promise<string | undefined> {
  return (await one.run(db, post))[0]?.json
}

/** The viewer's own post. */
export async function selectOwnPost(db: Database, post: OnePost): Promise<string | undefined> {
  return (await ownOne.run(db, post))[0]?.json
}

const one = prepare<OnePost, WrittenPost>((slot) =>
  selectPosts(compiler, pageOfOne(slot('id')).as('posts'), slot('viewerId')),
)
const ownOne = prepare<OnePost, WrittenPost>((slot) => {
  const page = pageOfOne(slot('id')).where('author_id', '=', slot('viewerId')).as('posts')
  return selectPosts(compiler, page, slot('viewerId'))
})

function pageOfOne(id: string) {
  return compiler
    .selectFrom('posts')
    .selectAll()
    .select(sql<null>`null`.as('likes'))
    .where('id', '=', id)
}
