import { issuePasswordLink } from '../../../features/accounts/passwords/password-reset.ts'
import { AdminRefusal, type AdminCommand } from '../../admin-command.ts'
import { findMember } from '../../find-member.ts'

/** The audit entry is written first: a link that was printed is never without one. */
export const passwordLinkCommand: AdminCommand = {
  summary:
    'Prints a link to set a new password, valid for an hour, where mails cannot be sent. Be sure that you give it to the owner of the account.',
  args: ['member'],
  run: async (context, input) => {
    const { id, username, email, deletedAt } = await findMember(context.db, input)
    if (email === null || deletedAt !== null)
      throw new AdminRefusal(`${username} has no account with a password`)
    return {
      description: `print a link with which anybody can set the password of ${username}`,
      action: 'operator.member.password-link',
      memberId: id,
      afterCommit: async () => {
        const link = await issuePasswordLink(context, id)
        if (link === undefined)
          throw new AdminRefusal(`${username} has five links already, or no password`)
        return { lines: [link], data: { link } }
      },
    }
  },
}
