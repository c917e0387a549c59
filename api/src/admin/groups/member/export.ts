import { features } from '../../../features.ts'
import {
  listExportSections,
  readMemberExport,
} from '../../../privacy/exports/read-member-export.ts'
import type { AdminCommand } from '../../admin-command.ts'
import { findMember } from '../../find-member.ts'

/** A change only for its entry in the audit log: who reads everything of a member must be known. */
export const exportCommand: AdminCommand = {
  summary: 'Prints what is stored about a member as JSON, for a request of the member.',
  args: ['member'],
  run: async ({ db }, input) => {
    const { id, username } = await findMember(db, input)
    return {
      description: `print everything that is stored about ${username}, private messages included`,
      action: 'operator.member.export',
      memberId: id,
      afterCommit: async () => {
        const data = await readMemberExport(db, listExportSections(features), id)
        return { lines: [JSON.stringify(data, null, 2)], data }
      },
    }
  },
}
