import { z } from 'zod'
import { insertMember } from '../../../features/accounts/queries.ts'
import { sendPasswordResetLink } from '../../../features/accounts/passwords/password-reset.ts'
import { hashPassword } from '../../../features/accounts/passwords/passwords.ts'
import { refuseTakenUsername } from '../../../features/accounts/sign-up/usernames.ts'
import { grantRole, selectStaff } from '../../../features/review/staff.ts'
import { generateToken, listSecrets } from '../../../platform/crypto/secrets.ts'
import { AdminRefusal, reportNothingToDo, type AdminCommand } from '../../admin-command.ts'

/** No password is typed: the account gets one that nobody knows, and the mailbox a link to set another. */
export const createAdminCommand: AdminCommand = {
  summary:
    'Creates an admin and mails a link to set the password. For the first admin of an installation.',
  args: ['email', 'username'],
  run: async (context, { args }) => {
    const { db, config } = context
    const email = z.email().safeParse((args['email'] ?? '').toLowerCase())
    const username = args['username'] ?? ''
    if (!email.success) throw new AdminRefusal('This is no email')
    const account = await db
      .selectFrom('accounts')
      .innerJoin('members', 'members.id', 'member_id')
      .select('username')
      .where('email', '=', email.data)
      .executeTakeFirst()
    if (account) {
      const { role } =
        (await selectStaff(db)).find((each) => each.username === account.username) ?? {}
      if (role === 'admin') return reportNothingToDo(`${account.username} is an admin`)
      throw new AdminRefusal(
        `This email has an account: dolph admin staff grant ${account.username} admin`,
      )
    }
    if (!/^[A-Za-z0-9_-]{3,30}$/.test(username))
      throw new AdminRefusal('A username has 3 to 30 letters, digits, _ and -')
    await refuseTakenUsername(db, listSecrets(config), username)
    return {
      description: `create the admin ${username} and mail a link to set the password`,
      action: 'operator.member.create-admin',
      apply: async (tx) => {
        const passwordHash = await hashPassword(generateToken())
        const person = { username, firstName: username, lastName: '' }
        await insertMember(tx, { ...person, email: email.data, passwordHash })
      },
      afterCommit: async (operator) => {
        await grantRole(db, username, 'admin', operator)
        await sendPasswordResetLink(context, { email: email.data, nextPath: null })
        return undefined
      },
    }
  },
}
