import { sql } from 'kysely'
import { insertEventsFrom } from '../../../platform/events/insert-event.ts'
import { retireUsername } from '../../../features/accounts/deletion/end-account.ts'
import { refuseTakenUsername } from '../../../features/accounts/sign-up/usernames.ts'
import { listSecrets } from '../../../platform/crypto/secrets.ts'
import { AdminRefusal, reportNothingToDo, type AdminCommand } from '../../admin-command.ts'
import { findMember } from '../../find-member.ts'

const USERNAME_PATTERN = /^[A-Za-z0-9_-]{3,30}$/

/** The old name is retired as that of a deleted account; the search entries of the member's posts are rebuilt. */
export const renameCommand: AdminCommand = {
  summary: 'Gives a member another username. The old one is free after 90 days.',
  args: ['member', 'username'],
  run: async ({ db, config }, input) => {
    const { id, username, deletedAt } = await findMember(db, input)
    const name = input.args['username'] ?? ''
    if (deletedAt !== null) throw new AdminRefusal(`${username} is being erased`)
    if (name === username) return reportNothingToDo(`${username} has this name`)
    if (!USERNAME_PATTERN.test(name))
      throw new AdminRefusal('A username has 3 to 30 letters, digits, _ and -')
    const isOtherSpelling = name.toLowerCase() === username.toLowerCase()
    if (!isOtherSpelling) await refuseTakenUsername(db, listSecrets(config), name)
    return {
      description: `rename ${username} to ${name}`,
      action: 'operator.member.rename',
      memberId: id,
      apply: async (tx) => {
        // Again in the transaction: the name may have been taken since.
        if (!isOtherSpelling) await refuseTakenUsername(tx, listSecrets(config), name)
        await tx.updateTable('members').set({ username: name }).where('id', '=', id).execute()
        if (!isOtherSpelling) await retireUsername(tx, config.SECRET, username)
        await insertEventsFrom('post.imported', {
          from: sql`posts where author_id = ${id}`,
          subjectId: sql`posts.id`,
          actorId: sql`null::uuid`,
          data: {},
        }).execute(tx)
      },
    }
  },
}
