import { getViewer } from '@dolph/contract/accounts/viewer'
import { createComment, type Comment, type FlatComment } from '@dolph/contract/comments/comments'
import type { Browser } from './browser.ts'
import { signInNewMember } from './sign-up-member.ts'
import { createPostFixture } from './fixtures.ts'
import { startApp } from './start-app.ts'

interface CommentFields {
  parentId?: string
  postId?: string
  tempId?: string
}

export type CommentsApp = Awaited<ReturnType<typeof startCommentsApp>>
export type CommentingMember = CommentsApp['ada']

/** Starts an app with relaxed limits, a post by ada, and ada, bob and carla signed in to comment on it. */
export async function startCommentsApp(options: Parameters<typeof startApp>[0] = {}) {
  const api = await startApp({ ...options, env: { LIMITS: 'relaxed' } })
  const ada = await signIn('ada')
  const [bob, carla] = [await signIn('bob'), await signIn('carla')]
  const post = await createPostFixture(api.db, ada.id)

  async function signIn(userName: string) {
    const browser = await signInNewMember(api, userName)
    const { _id } = await browser.call(getViewer, {})
    return {
      ...browser,
      id: _id,
      /** Creates a comment, by default at the top level of ada's post. */
      async addComment(content: string, fields: CommentFields = {}): Promise<FlatComment> {
        const body = { postId: post, content, ...fields }
        const { replies: _, ...comment } = (await browser.call(createComment, { body })).data
        return comment
      },
    }
  }

  return {
    ...api,
    ada,
    bob,
    carla,
    post,
    async commentCount(): Promise<number> {
      const stats = api.db.selectFrom('post_stats').select('comment_count')
      return (await stats.where('post_id', '=', post).executeTakeFirstOrThrow()).comment_count
    },
  }
}

/** Reads all pages of a list by following its `Link` headers from this address on. */
export async function readAllPages<Item>({ request }: Pick<Browser, 'request'>, address: string) {
  const pages: Item[][] = []
  for (let next: string | undefined = address; next !== undefined;) {
    const response = await request('GET', next)
    if (response.statusCode !== 200)
      throw new Error(`${next}: ${response.statusCode} ${response.body}`)
    pages.push(response.json<Item[]>())
    next = /^<(?<address>[^>]+)>; rel="next"$/.exec(String(response.headers['link']))?.groups?.[
      'address'
    ]
  }
  return pages
}

/** Reads a post's whole comment tree in pages of `limit`, as a client does. */
export async function readCommentTree(
  reader: Pick<Browser, 'request'>,
  postId: string,
  limit: number,
) {
  const pages = await readAllPages<Comment>(reader, `/api/comments/post/${postId}?limit=${limit}`)
  const threads = pages.flat()
  for (const thread of threads) {
    if (thread.repliesCursor === null) continue
    const start = `/api/comments/${thread._id}/replies?cursor=${thread.repliesCursor}&limit=${limit}`
    const commentsById = new Map(flattenComments(thread).map((comment) => [comment._id, comment]))
    for (const reply of (await readAllPages<FlatComment>(reader, start)).flat()) {
      const comment = { ...reply, replies: [], repliesCursor: null }
      const parent = commentsById.get(comment.parent ?? '')
      if (!parent) throw new Error(`Reply ${comment._id} came before its parent`)
      parent.replies.push(comment)
      commentsById.set(comment._id, comment)
    }
  }
  return threads
}

function flattenComments(comment: Comment): Comment[] {
  return [comment, ...comment.replies.flatMap(flattenComments)]
}
