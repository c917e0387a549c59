import { flags, isFlagName, type Flag, type FlagName } from '@dolph/contract/flags'
import type { Queryable } from '../../platform/db/database.ts'
import { FLAGS_SUBJECT } from '../../platform/flags/flags.ts'
import {
  deleteFlagMember,
  insertFlagMember,
  saveFlag,
  selectFlags,
  type StoredFlag,
} from '../../platform/flags/queries.ts'
import {
  AdminRefusal,
  formatTable,
  reportNothingToDo,
  type AdminChange,
  type AdminCommand,
  type AdminContext,
  type AdminGroup,
  type AdminInput,
} from '../admin-command.ts'
import { findMember } from '../find-member.ts'

const NOTE_MAX = 500

const noteOption = {
  note: { type: 'string', summary: 'why, for the next operator' },
} as const

const listCommand: AdminCommand = {
  summary: 'Lists every flag: the percentage of members for whom it is on, and since when.',
  run: async ({ db }) => {
    const stored = await selectFlags(db)
    const rows = Object.entries<Flag>(flags).map(([name, { kind, summary }]) => {
      const flag = stored.find((each) => each.name === name)
      return {
        name,
        kind,
        share: flag?.share ?? getDefaultShare(kind),
        members: flag?.members.length ?? 0,
        changed: flag?.changedAt ?? null,
        note: flag?.note ?? null,
        summary,
      }
    })
    return { lines: formatTable(rows), data: rows }
  },
}

const onCommand: AdminCommand = {
  summary: 'Switches a flag on for everybody.',
  args: ['flag'],
  options: noteOption,
  run: async (context, input) => setShare(context, input, 100),
}

const offCommand: AdminCommand = {
  summary: 'Switches a flag off for everybody, besides members whom `flag allow` names.',
  args: ['flag'],
  options: noteOption,
  run: async (context, input) => setShare(context, input, 0),
}

const shareCommand: AdminCommand = {
  summary: 'Switches a flag on for a percentage of the members, always the same ones.',
  args: ['flag', 'percent'],
  options: noteOption,
  run: async (context, input) => {
    const { args } = input
    const share = Number(args['percent'])
    if (!/^\d{1,3}$/.test(args['percent'] ?? '') || share > 100)
      throw new AdminRefusal('The percentage is a number from 0 to 100')
    if (share > 0 && share < 100) requirePerMember(readName(args))
    return setShare(context, input, share)
  },
}

const allowCommand: AdminCommand = {
  summary: 'Switches a flag on for one member, whatever its percentage.',
  args: ['flag', 'member'],
  run: async (context, input) => setMember(context, input, true),
}

const disallowCommand: AdminCommand = {
  summary: 'Takes `flag allow` back.',
  args: ['flag', 'member'],
  run: async (context, input) => setMember(context, input, false),
}

async function setShare({ db, bus }: AdminContext, { args, options }: AdminInput, share: number) {
  const name = readName(args)
  const current = await selectFlag(db, name)
  if (current.share === share) return reportNothingToDo(`${name} is on for ${share} %`)
  const note = options['note'] === undefined ? null : String(options['note']).slice(0, NOTE_MAX)
  return {
    description: `set ${name} from ${current.share} % to ${share} % of the members`,
    action: 'operator.flag.set',
    details: { flag: name, share, before: current.share },
    apply: (tx) => saveFlag(tx, { name, share, note }),
    afterCommit: async () => {
      bus.publishAbout(FLAGS_SUBJECT, '')
      return undefined
    },
  } satisfies AdminChange
}

async function setMember({ db, bus }: AdminContext, input: AdminInput, isAllowed: boolean) {
  const name = readName(input.args)
  requirePerMember(name)
  const { id, username } = await findMember(db, input)
  const current = await selectFlag(db, name)
  if (current.members.includes(id) === isAllowed)
    return reportNothingToDo(
      `${name} is ${isAllowed ? 'on for' : 'not on by name for'} ${username}`,
    )
  return {
    description: `${isAllowed ? 'switch' : 'no longer switch'} ${name} on for ${username}`,
    action: isAllowed ? 'operator.flag.allow' : 'operator.flag.disallow',
    memberId: id,
    details: { flag: name },
    apply: async (tx) => {
      if (!isAllowed) return deleteFlagMember(tx, name, id)
      // Without a row the flag has the share that the program declares; the member's row needs one.
      if (!current.isStored) await saveFlag(tx, current)
      return insertFlagMember(tx, name, id)
    },
    afterCommit: async () => {
      bus.publishAbout(FLAGS_SUBJECT, '')
      return undefined
    },
  } satisfies AdminChange
}

function readName(args: AdminInput['args']): FlagName {
  const name = args['flag'] ?? ''
  if (isFlagName(name)) return name
  throw new AdminRefusal(`There is no flag ${name}; there are ${Object.keys(flags).join(', ')}`)
}

function requirePerMember(name: FlagName): void {
  if (!flags[name].isPerMember)
    throw new AdminRefusal(`${name} is on or off for everybody: use flag on, flag off`)
}

async function selectFlag(
  db: Queryable,
  name: FlagName,
): Promise<Omit<StoredFlag, 'changedAt'> & { isStored: boolean }> {
  const flag = (await selectFlags(db)).find((each) => each.name === name)
  if (flag) return { ...flag, isStored: true }
  const share = getDefaultShare(flags[name].kind)
  return { name, share, members: [], note: null, isStored: false }
}

function getDefaultShare(kind: Flag['kind']): number {
  return kind === 'switch' ? 100 : 0
}

export const flagGroup: AdminGroup = {
  summary: 'switches for trouble, and features that are not ready for everybody',
  commands: {
    list: listCommand,
    on: onCommand,
    off: offCommand,
    share: shareCommand,
    allow: allowCommand,
    disallow: disallowCommand,
  },
}
