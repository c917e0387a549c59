import type { ReplyOf } from '@dolph/contract/endpoint'
import type { Post } from '@dolph/contract/posts/posts'
import type { readPublicPost } from '@dolph/contract/posts/read-public-post'
import { HOME_KEY, HOME_POSTS_MIN } from '../app/home/home-data.ts'
import { feedQuery } from '../features/posts/data.ts'
import { BROWSE_FEED, parseFilter } from '../features/posts/feed/feed-filter.ts'
import type { FeedPage } from '../features/posts/feed/feed-pages.ts'
import type { RoleListItem } from '../features/roles/browse/role-list-query.ts'
import { publicPostQuery } from '../features/posts/public-page/public-post-query.ts'
import {
  skillPageQuery,
  type SkillPageReply,
  type SubjectKind,
} from '../features/skills/skill-page-query.ts'
import type { PageData } from '../lib/queries/page-data.ts'

/** Paths with a parameter whose pages the API renders at run time, with their components. */
export const RENDERED_COMPONENTS = new Map([
  ['/p/:id/:slug?', 'PublicPostPage'],
  ['/skills/:key', 'SkillPage'],
  ['/topics/:key', 'TopicPage'],
])

type Queries = PageData['queries']

/** The browser keeps the elements of these pages, and needs no data. */
export const PAGES_WITHOUT_DATA: readonly string[] = ['home']

/** Turns the replies of the API, by name, into the queries of a page that the API renders at run time. */
export function buildPageQueries(page: string, replies: Record<string, string>): Queries {
  const buildQueries = RENDERED_PAGES.get(page)
  if (!buildQueries) throw new Error(`The web app has no rendered page ${page}`)
  return buildQueries((name) => {
    const reply = replies[name]
    if (reply === undefined) throw new Error(`${page} needs the reply ${name}`)
    return JSON.parse(reply) as unknown
  })
}

const RENDERED_PAGES = new Map<string, (getReply: (name: string) => unknown) => Queries>([
  [
    'home',
    (getReply) =>
      buildHomeQueries(getReply('posts') as FeedPage, getReply('role') as RoleListItem | null),
  ],
  ['browse', (getReply) => [buildFirstPageQuery(getReply('posts') as FeedPage)]],
  ['skill', (getReply) => [buildSubjectQuery('skill', getReply('page') as SkillPageReply)]],
  ['topic', (getReply) => [buildSubjectQuery('topic', getReply('page') as SkillPageReply)]],
  ['public-post', (getReply) => [buildPublicPostQuery(getReply('post') as PublicPostReply)]],
])

/** Without pictures: what a visitor downloads first stays small. */
function buildHomeQueries({ data }: FeedPage, role: RoleListItem | null): Queries {
  if (data.length < HOME_POSTS_MIN) return []
  const posts = withoutLikers(data).map((post) => ({ ...post, cover: null }))
  return [{ key: HOME_KEY, data: { posts, role } }]
}

type PublicPostReply = ReplyOf<typeof readPublicPost>

function buildPublicPostQuery({ data }: PublicPostReply): Queries[number] {
  return { key: publicPostQuery(data._id).queryKey, data }
}

function buildSubjectQuery(kind: SubjectKind, page: SkillPageReply): Queries[number] {
  return {
    key: skillPageQuery(kind, page.summary.key).queryKey,
    data: { ...page, data: withoutLikers(page.data) },
  }
}

function buildFirstPageQuery(page: FeedPage): Queries[number] {
  return {
    key: feedQuery(parseFilter(new URLSearchParams(), BROWSE_FEED)).queryKey,
    data: { pages: [{ ...page, data: withoutLikers(page.data) }], pageParams: [null] },
  }
}

/** The list of likes is not displayed, and would be most of the data. */
function withoutLikers(posts: readonly Post[]): Post[] {
  return posts.map((post) => ({ ...post, likes: [] }))
}
