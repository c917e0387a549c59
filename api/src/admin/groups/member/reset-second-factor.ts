import { hasTotp } from '../../../features/accounts/second-factor/totp.ts'
import {
  finishReset,
  selectReset,
  startReset,
} from '../../../features/accounts/second-factor/second-factor-reset.ts'
import { publishSessionsChanged } from '../../../features/accounts/sign-in/sessions.ts'
import { AdminRefusal, reportNothingToDo, type AdminCommand } from '../../admin-command.ts'
import { findMember } from '../../find-member.ts'

/** Two runs with seven days between them, in which the owner can stop a reset that somebody else asked for. */
export const resetSecondFactorCommand: AdminCommand = {
  summary:
    'Removes the second factor of a member who lost phone and recovery codes. The first run tells the address, three times in seven days; a run after them removes it.',
  args: ['member'],
  run: async (context, input) => {
    const { db, bus } = context
    const { id, username, deletedAt } = await findMember(db, input)
    if (deletedAt !== null) throw new AdminRefusal(`${username} is being erased`)
    if (!(await hasTotp(db, id))) return reportNothingToDo(`${username} has no second factor`)
    const reset = await selectReset(db, id)
    if (!reset) {
      return {
        description: `tell ${username} by mail that the second factor is removed in seven days`,
        action: 'operator.member.reset-second-factor',
        memberId: id,
        details: { step: 'started' },
        apply: (tx) => startReset(tx, context, id),
      }
    }
    if (!reset.isDue) {
      return reportNothingToDo(
        `The reset of ${username} has started. Run this again from ${reset.day} on, once three mails were sent.`,
      )
    }
    return {
      description: `remove the second factor of ${username} and end all sessions`,
      action: 'operator.member.reset-second-factor',
      memberId: id,
      details: { step: 'removed' },
      apply: (tx) => finishReset(tx, context, id),
      afterCommit: async () => {
        publishSessionsChanged(bus, id)
        return undefined
      },
    }
  },
}
