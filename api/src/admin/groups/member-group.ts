import { sql } from 'kysely'
import { enqueueDeletionMail } from '../../features/accounts/deletion/delete-account.ts'
import { endAccount } from '../../features/accounts/deletion/end-account.ts'
import { completeSignUp } from '../../features/accounts/codes/verification.ts'
import { lockAccount, selectOwnAccount } from '../../features/accounts/queries.ts'
import { deleteSessions, publishSessionsChanged } from '../../features/accounts/sign-in/sessions.ts'
import { selectNewestSignUp } from '../../features/accounts/sign-up/pending-sign-ups.ts'
import {
  AdminRefusal,
  formatTable,
  reportNothingToDo,
  type AdminCommand,
  type AdminGroup,
} from '../admin-command.ts'
import { findMember } from '../find-member.ts'
import { createAdminCommand } from './member/create-admin.ts'
import { exportCommand } from './member/export.ts'
import { passwordLinkCommand } from './member/password-link.ts'
import { renameCommand } from './member/rename.ts'
import { resetSecondFactorCommand } from './member/reset-second-factor.ts'
import { releaseCommand, suspendCommand } from './member/suspension.ts'

const showCommand: AdminCommand = {
  summary: 'Shows account, role, restrictions and numbers of a member.',
  args: ['member'],
  run: async ({ db }, input) => {
    const { id } = await findMember(db, input)
    const { rows } = await sql<Record<string, unknown>>`
      select members.id, username, email, members.created_at as "since", password_hash is not null as "hasPassword",
        google_sub is not null as "hasGoogle",
        (select login from github_connections where github_connections.member_id = members.id) as github,
        (select confirmed_at from totp where totp.member_id = members.id) as "secondFactorSince", (select role from staff where staff.member_id = members.id) as role,
        suspended_until::text as "suspendedUntil", posting_limited_until::text as "postingLimitedUntil",
        messaging_limited_until::text as "messagingLimitedUntil", deleted_at as "deletedAt",
        (select count(*) from sessions where sessions.member_id = members.id and expires_at > now()) as sessions,
        (select count(*) from posts where author_id = members.id) as posts,
        (select count(*) from comments where comments.author_id = members.id) as comments
      from members left join accounts on accounts.member_id = members.id where members.id = ${id}
    `.execute(db)
    const data = rows[0] ?? {}
    const lines = formatTable(Object.entries(data).map(([name, value]) => ({ name, value })))
    return { lines: lines.slice(1), data }
  },
}

const signOutCommand: AdminCommand = {
  summary: 'Ends all sessions of a member and closes their sockets.',
  args: ['member'],
  run: async ({ db, bus }, input) => {
    const { id, username } = await findMember(db, input)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from sessions where member_id = ${id}`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count === 0) return reportNothingToDo(`${username} has no session`)
    return {
      description: `end ${count} sessions of ${username}`,
      action: 'operator.member.sign-out',
      memberId: id,
      details: { sessions: count },
      apply: async (tx) => {
        await lockAccount(tx, id)
        await deleteSessions(tx, id)
      },
      afterCommit: async () => {
        publishSessionsChanged(bus, id)
        return undefined
      },
    }
  },
}

const verifyCommand: AdminCommand = {
  summary:
    'Verifies the email of a sign-up whose mail did not arrive. Be sure that the person owns the mailbox.',
  args: ['email'],
  run: async ({ db }, { args }) => {
    const email = (args['email'] ?? '').toLowerCase()
    const account = await db
      .selectFrom('accounts')
      .select('member_id')
      .where('email', '=', email)
      .executeTakeFirst()
    if (account) return reportNothingToDo('This email is verified')
    const signUp = await selectNewestSignUp(db, email)
    if (!signUp) throw new AdminRefusal('No sign-up of the last day has this email')
    return {
      description: `verify the email of the sign-up as ${signUp.username}`,
      action: 'operator.member.verify',
      afterCommit: async () => {
        if (!(await completeSignUp(db, signUp)))
          throw new AdminRefusal('The email has got an account meanwhile')
        return undefined
      },
    }
  },
}

const eraseCommand: AdminCommand = {
  summary:
    'Deletes an account as its owner could, and everything of the member. There is no way back.',
  args: ['member'],
  run: async ({ db, bus, config, mailer }, input) => {
    const { id, username, deletedAt, email } = await findMember(db, input)
    if (deletedAt !== null) return reportNothingToDo(`${username} is being erased`)
    if (email === null) throw new AdminRefusal(`${username} has no account`)
    return {
      description: `delete the account of ${username} and erase everything of this member`,
      action: 'operator.member.erase',
      memberId: id,
      apply: async (tx) => {
        await lockAccount(tx, id)
        const account = await selectOwnAccount(tx, id)
        await enqueueDeletionMail(tx, mailer, account)
        await endAccount(tx, config.SECRET, { memberId: id, username: account.username })
      },
      afterCommit: async () => {
        publishSessionsChanged(bus, id)
        return undefined
      },
    }
  },
}

export const memberGroup: AdminGroup = {
  summary: 'members and their accounts',
  commands: {
    show: showCommand,
    'create-admin': createAdminCommand,
    'password-link': passwordLinkCommand,
    suspend: suspendCommand,
    release: releaseCommand,
    'sign-out': signOutCommand,
    'reset-second-factor': resetSecondFactorCommand,
    verify: verifyCommand,
    rename: renameCommand,
    erase: eraseCommand,
    export: exportCommand,
  },
}
