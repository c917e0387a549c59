import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { generateToken, hashToken, isToken } from '../../../platform/crypto/secrets.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import type { SessionTokens } from '../sign-in/sessions.ts'
import { finishProviderSignUp, normalizeName } from '../sign-up/provider-sign-up.ts'
import type { GitHubUser } from './github-client.ts'
import { insertConnection } from './github-connections.ts'

/** Stores what GitHub said about a new member until they have chosen a username; the returned token goes into their cookie. */
export async function savePendingSignUp(
  db: Database,
  { id, login, name, email }: GitHubUser & { email: string },
  seconds: number,
): Promise<string> {
  const token = generateToken()
  const [firstName = '', ...lastNames] = normalizeName(name).split(/\s+/)
  await db
    .insertInto('github_sign_ups')
    .values({
      token_hash: hashToken(token),
      github_id: id,
      login,
      email,
      first_name: firstName || normalizeName(login),
      last_name: lastNames.join(' '),
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
  return token
}

export async function selectPendingSignUp(db: Database, token: string | undefined) {
  if (!isToken(token)) return undefined
  return db
    .selectFrom('github_sign_ups')
    .select(['token_hash as tokenHash', 'github_id as githubId', 'login', 'email'])
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
}

type PendingSignUp = NonNullable<Awaited<ReturnType<typeof selectPendingSignUp>>>

/** Creates the member with the chosen username and signs this browser in. */
export async function completeGitHubSignUp(
  deps: Deps,
  request: FastifyRequest,
  { tokenHash, githubId, login, ...newMember }: PendingSignUp,
  username: string,
): Promise<SessionTokens> {
  return finishProviderSignUp(deps, request, {
    method: 'github',
    member: { ...newMember, username },
    complete: async (tx, memberId) => {
      if (!(await insertConnection(tx, memberId, { id: githubId, login })))
        throw new Refusal('conflict', 'This GitHub account has a member by now. Please log in.')
      await tx.deleteFrom('github_sign_ups').where('token_hash', '=', tokenHash).execute()
    },
  })
}
