import { Rule } from '@dolph/contract/moderation/moderation'
import { releaseMember, suspendMember } from '../../../features/review/operator-suspension.ts'
import { AdminRefusal, reportNothingToDo, type AdminCommand } from '../../admin-command.ts'
import { findMember } from '../../find-member.ts'

const REASON_MAX = 500

export const suspendCommand: AdminCommand = {
  summary: 'Suspends a member, who is notified and can object.',
  args: ['member'],
  options: {
    reason: { type: 'string', summary: 'what the member reads as the reason' },
    rule: { type: 'string', summary: `the rule that was broken: ${Rule.options.join(', ')}` },
    until: { type: 'string', summary: 'the end, such as 2026-01-31; without it, for good' },
  },
  run: async ({ db }, input) => {
    const { id, username, deletedAt, suspendedUntil } = await findMember(db, input)
    if (deletedAt !== null) throw new AdminRefusal(`${username} is being erased`)
    if (isInForce(suspendedUntil)) return reportNothingToDo(`${username} is suspended already`)
    const rule = Rule.safeParse(input.options['rule'] ?? 'other')
    if (!rule.success) throw new AdminRefusal(`The rule is one of ${Rule.options.join(', ')}`)
    const text = String(input.options['reason'] ?? '').trim()
    if (text === '' || text.length > REASON_MAX)
      throw new AdminRefusal(`Give a --reason of up to ${REASON_MAX} characters`)
    const until = parseEnd(input.options['until'])
    const suspension = { memberId: id, rule: rule.data, text, until }
    return {
      description: `suspend ${username} ${until === 'infinity' ? 'for good' : `until ${until}`}`,
      action: 'operator.member.suspend',
      memberId: id,
      details: { rule: rule.data, until },
      apply: (tx) => suspendMember(tx, suspension),
    }
  },
}

export const releaseCommand: AdminCommand = {
  summary: 'Takes the suspension of a member back.',
  args: ['member'],
  run: async ({ db }, input) => {
    const { id, username, suspendedUntil } = await findMember(db, input)
    if (!isInForce(suspendedUntil)) return reportNothingToDo(`${username} is not suspended`)
    return {
      description: `take the suspension of ${username} back`,
      action: 'operator.member.release',
      memberId: id,
      apply: async (tx) => {
        await releaseMember(tx, id)
      },
    }
  },
}

function isInForce(until: string | null): boolean {
  return until === 'infinity' || (until !== null && new Date(until) > new Date())
}

function parseEnd(text: string | boolean | undefined): string {
  if (text === undefined) return 'infinity'
  const end = new Date(String(text))
  if (!(end > new Date())) throw new AdminRefusal('--until is a time to come, such as 2027-01-31')
  return end.toISOString()
}
