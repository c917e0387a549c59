import { openDatabase } from '@dolph/api/db/database'
import { hashToken, generateToken } from '@dolph/api/secrets'
import { createMemberFixture, createPostFixture } from '@dolph/api/testing/fixtures'
import type { APIResponse, BrowserContext } from '@playwright/test'
import { generateUser } from './accounts.ts'
import { ORIGIN } from './ports.ts'
import { DATABASE_URL } from './test-database.ts'

/** What the served product keeps, to look into and to put things behind its back. */
export const database = openDatabase(DATABASE_URL, { poolSize: 4 })

export type Member = Awaited<ReturnType<typeof signInNewMember>>

/** This browser is a new member's from now on. How people sign in is told elsewhere; here it only has to be quick. */
export async function signInNewMember(context: BrowserContext, name: string) {
  const { userName, email } = generateUser(name)
  const id = await createMemberFixture(database, userName)
  const account = { member_id: id, email, password_hash: 'none', verified_at: currentTimestamp() }
  await database.insertInto('accounts').values(account).execute()
  await openSession(context, id)
  return { id, userName, call: await createApiCaller(context) }
}

/** Signs this browser in as somebody who is there already. */
export async function openSession(context: BrowserContext, memberId: string): Promise<void> {
  const token = generateToken()
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  await database
    .insertInto('sessions')
    .values({
      member_id: memberId,
      token_hash: hashToken(token),
      expires_at,
      device: 'Chrome on Linux',
    })
    .execute()
  await context.addCookies([
    { name: 'sid', value: token, url: ORIGIN, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: ORIGIN, sameSite: 'Lax' },
  ])
}

type ApiCaller = (method: string, url: string, data?: object) => Promise<APIResponse>

/** Calls the API with what a page in this browser has: its cookies, its origin and its token. */
export async function createApiCaller({ request }: BrowserContext): Promise<ApiCaller> {
  const reply = await request.get(`${ORIGIN}/api/csrf-token`)
  const { token } = (await reply.json()) as { token: string }
  const headers = { origin: ORIGIN, 'x-csrf-token': token }
  return (method, url, data) => request.fetch(ORIGIN + url, { method, headers, data })
}

type PostFields = Parameters<typeof createPostFixture>[2]

/** A post of this member, and the way to look at what became of it. */
export async function insertPost({ id: author }: Pick<Member, 'id'>, fields: PostFields = {}) {
  const title = `Tide ${generateToken().slice(0, 8)}`
  const id = await createPostFixture(database, author, { title, ...fields })
  const ofPost = database.selectFrom('comments').where('post_id', '=', id)
  return {
    id,
    title,
    address: `/posts/${id}`,
    stats: async () =>
      database
        .selectFrom('post_stats')
        .select(['like_count as likes', 'comment_count as comments'])
        .where('post_id', '=', id)
        .executeTakeFirstOrThrow(),
    likers: async () => {
      const likes = database.selectFrom('post_likes').select('member_id')
      return (await likes.where('post_id', '=', id).execute()).map(({ member_id }) => member_id)
    },
    /** What was said, oldest first. */
    comments: async () => ofPost.selectAll().orderBy('id').execute(),
  }
}
export type PostFixture = Awaited<ReturnType<typeof insertPost>>

interface CommentFixture {
  by: Pick<Member, 'id'>
  content: string
  parent?: string | undefined
}

/** Puts a comment under a post, as if it had been written elsewhere, and gives its id. */
export async function insertComment(
  post: Pick<PostFixture, 'id'>,
  { by, content, parent }: CommentFixture,
): Promise<string> {
  return database.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('comments')
      .values({ post_id: post.id, author_id: by.id, content, parent_id: parent ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('post_stats')
      .set(({ eb }) => ({ comment_count: eb('comment_count', '+', 1) }))
      .where('post_id', '=', post.id)
      .execute()
    return id
  })
}

function currentTimestamp(): string {
  return new Date().toISOString()
}
