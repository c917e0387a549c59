import { grantRole, revokeRole, selectStaff } from '../../features/review/staff.ts'
import { AdminRefusal, formatTable, reportNothingToDo, type AdminGroup } from '../admin-command.ts'
import { findMember } from '../find-member.ts'

export const staffGroup: AdminGroup = {
  summary: 'moderators and admins',
  commands: {
    list: {
      summary: 'Lists the members with a role.',
      run: async ({ db }) => {
        const staff = await selectStaff(db)
        return { lines: formatTable(staff), data: staff }
      },
    },
    grant: {
      summary: 'Makes a member a moderator or an admin.',
      args: ['member', 'role'],
      run: async ({ db }, input) => {
        const { username } = await findMember(db, input)
        const role = input.args['role']
        if (role !== 'moderator' && role !== 'admin')
          throw new AdminRefusal('The role is moderator or admin')
        const current = (await selectStaff(db)).find((each) => each.username === username)
        if (current?.role === role) return reportNothingToDo(`${username} already has this role`)
        return {
          description: `make ${username} ${role === 'admin' ? 'an admin' : 'a moderator'}`,
          action: null,
          afterCommit: async (operator) => {
            await grantRole(db, username, role, operator)
            return undefined
          },
        }
      },
    },
    revoke: {
      summary: 'Ends the role of a member.',
      args: ['member'],
      run: async ({ db }, input) => {
        const { username } = await findMember(db, input)
        const current = (await selectStaff(db)).find((each) => each.username === username)
        if (!current) return reportNothingToDo(`${username} has no role`)
        return {
          description: `end the role of ${username}, who is ${current.role}`,
          action: null,
          afterCommit: async (operator) => {
            await revokeRole(db, username, operator)
            return undefined
          },
        }
      },
    },
  },
}
