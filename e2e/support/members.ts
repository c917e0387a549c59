import { openDatabase } from '@dolph/api/platform/db/database'
import { hashToken, generateToken } from '@dolph/api/platform/crypto/secrets'
import { createMemberFixture, createPostFixture } from '@dolph/api/testing/fixtures'
import type { APIResponse, BrowserContext } from '@playwright/test'
import { generateUser } from './accounts.ts'
import { ORIGIN } from './ports.ts'
import { DATABASE_URL } from './test-database.ts'

/** The database of the served product, for fixtures and for checking what was stored. */
export const database = openDatabase(DATABASE_URL, { poolSize: 4 })

export type Member = Awaited<ReturnType<typeof signInNewMember>>

/** Inserts a member and signs this browser in with a session row, which is quicker than the sign-in form. */
export async function signInNewMember(context: BrowserContext, name: string) {
  return signInMemberNamed(context, generateUser(name).userName)
}

/** The same with exactly this username. */
export async function signInMemberNamed(context: BrowserContext, userName: string) {
  const id = await createMemberFixture(database, userName)
  const email = `${userName.toLowerCase()}@example.test`
  await database
    .insertInto('accounts')
    .values({ member_id: id, email, password_hash: 'none' })
    .execute()
  await openSession(context, id)
  return { id, userName, call: await createApiCaller(context) }
}

/** Signs this browser in as an existing member. */
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
      // Staff needs one, and it changes nothing for others.
      second_factor_at: new Date().toISOString(),
    })
    .execute()
  await context.addCookies([
    { name: 'sid', value: token, url: ORIGIN, httpOnly: true, sameSite: 'Lax' },
    { name: 'signed-in', value: '1', url: ORIGIN, sameSite: 'Lax' },
  ])
}

type ApiCaller = (method: string, url: string, data?: object) => Promise<APIResponse>

/** Returns a function that calls the API with this browser's cookies, origin and CSRF token. */
export async function createApiCaller({ request }: BrowserContext): Promise<ApiCaller> {
  const reply = await request.get(`${ORIGIN}/api/csrf-token`)
  const { token } = (await reply.json()) as { token: string }
  const headers = { origin: ORIGIN, 'x-csrf-token': token }
  return (method, url, data) => request.fetch(ORIGIN + url, { method, headers, data })
}

type PostFields = Parameters<typeof createPostFixture>[2]

/** Inserts a post of this member and returns it with functions that read its current state. */
export async function insertPost({ id: author }: Pick<Member, 'id'>, fields: PostFields = {}) {
  const title = `Tide ${generateToken().slice(0, 8)}`
  const id = await createPostFixture(database, author, { title, ...fields })
  const commentsOfPost = database.selectFrom('comments').where('post_id', '=', id)
  return {
    id,
    title,
    path: `/posts/${id}`,
    readStats: async () =>
      database
        .selectFrom('post_stats')
        .select(['like_count as likes', 'comment_count as comments'])
        .where('post_id', '=', id)
        .executeTakeFirstOrThrow(),
    readLikerIds: async () => {
      const likes = database.selectFrom('post_likes').select('member_id')
      return (await likes.where('post_id', '=', id).execute()).map(({ member_id }) => member_id)
    },
    /** All comments, oldest first. */
    readComments: async () => commentsOfPost.selectAll().orderBy('id').execute(),
  }
}
export type PostFixture = Awaited<ReturnType<typeof insertPost>>

interface CommentFixture {
  by: Pick<Member, 'id'>
  content: string
  parent?: string | undefined
}

/** Inserts a comment on a post, as if sent from another browser, and returns its id. */
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
