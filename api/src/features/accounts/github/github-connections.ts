import { randomUUID } from 'node:crypto'
import type { GITHUB_CONNECTION_RESULTS } from '@dolph/contract/accounts/github'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refusal } from '../../../platform/errors.ts'
import { requireMember } from '../../../platform/http/access.ts'
import { enqueueMail } from '../../../platform/mail/outbox.ts'
import { recordAccountEvent } from '../account-events.ts'
import { githubConnectedMail, githubDisconnectedMail } from '../mails.ts'
import { lockAccount, lockAccountForShare, selectOwnAccount } from '../queries.ts'
import { requireOpenSession } from '../sign-in/sessions.ts'
import { hasOtherSignInMethod } from '../sign-in/sign-in-methods.ts'
import type { GitHubUser } from './github-client.ts'

type Identity = Pick<GitHubUser, 'id' | 'login'>

/** The member whose connection this is, if any. Locks it until the caller's transaction ends, and saves the login of today. */
export async function refreshConnection(
  tx: Queryable,
  { id, login }: Identity,
): Promise<string | undefined> {
  const owner = await selectConnectedMember(tx, id)
  // The account before the connection, as everywhere: it may be disconnected at this moment.
  if (owner === undefined || !(await lockAccountForShare(tx, owner))) return undefined
  const connection = await tx
    .updateTable('github_connections')
    .set({ login })
    .where('github_id', '=', id)
    .where('member_id', '=', owner)
    .returning('member_id as memberId')
    .executeTakeFirst()
  return connection?.memberId
}

async function selectConnectedMember(db: Queryable, githubId: number): Promise<string | undefined> {
  const connection = await db
    .selectFrom('github_connections')
    .select('member_id as memberId')
    .where('github_id', '=', githubId)
    .executeTakeFirst()
  return connection?.memberId
}

/** The connected GitHub account of the member, if there is one. */
export async function selectGitHubConnection(
  db: Queryable,
  memberId: string,
): Promise<Identity | undefined> {
  return db
    .selectFrom('github_connections')
    .select(['github_id as id', 'login'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** False if the member or the GitHub account has a connection already. */
export async function insertConnection(
  tx: Queryable,
  memberId: string,
  { id, login }: Identity,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('github_connections')
    .values({ member_id: memberId, github_id: id, login })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Connects the GitHub account with the member, and mails the member. */
export async function connectGitHub(
  { db, mailer }: Deps,
  request: FastifyRequest,
  user: Identity,
): Promise<(typeof GITHUB_CONNECTION_RESULTS)[number]> {
  const { id: memberId } = requireMember(request)
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, memberId)
    await requireOpenSession(tx, request)
    const { email, firstName } = await selectOwnAccount(tx, memberId)
    if (!(await insertConnection(tx, memberId, user))) {
      const owner = await selectConnectedMember(tx, user.id)
      if (owner === memberId) return 'connected'
      return owner === undefined ? 'failed' : 'taken'
    }
    await recordAccountEvent(tx, request, { memberId, kind: 'github-connected' })
    await enqueueMail(tx, mailer, {
      key: `github-connected ${randomUUID()}`,
      to: email,
      template: githubConnectedMail,
      data: { firstName, login: user.login },
    })
    return 'connected'
  })
}

/** Removes the connection, unless it is the only way in, and mails the member. Without one it does nothing. */
export async function disconnectGitHub(
  { db, mailer }: Deps,
  request: FastifyRequest,
): Promise<void> {
  const { id: memberId } = requireMember(request)
  await db.transaction().execute(async (tx) => {
    // Of two calls that each remove one of two ways in, the second sees what the first has done.
    await lockAccount(tx, memberId)
    await requireOpenSession(tx, request)
    const account = await selectOwnAccount(tx, memberId)
    const { email, firstName, githubLogin: login } = account
    if (login === null) return
    if (!hasOtherSignInMethod(account, 'github'))
      throw new Refusal('conflict', 'GitHub is your only way to log in.')
    await tx.deleteFrom('github_connections').where('member_id', '=', memberId).execute()
    await recordAccountEvent(tx, request, { memberId, kind: 'github-disconnected' })
    await enqueueMail(tx, mailer, {
      key: `github-disconnected ${randomUUID()}`,
      to: email,
      template: githubDisconnectedMail,
      data: { firstName, login },
    })
  })
}
