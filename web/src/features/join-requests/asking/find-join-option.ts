import type { Role } from '@dolph/contract/roles/roles'

/** `ask`: the member can ask to join through the role. `asked`: they have, or were invited, or are on the team. */
export interface JoinOption {
  kind: 'ask' | 'asked'
  role: Role
}

/** What a member can do first about the roles of a project; a role that they chose goes before others. */
export function findJoinOption(
  roles: readonly Role[],
  chosenId: string | undefined,
): JoinOption | undefined {
  const joined = roles.find(({ joinRequest }) => joinRequest?.state === 'accepted')
  if (joined) return { kind: 'asked', role: joined }
  const askable = roles.filter(canAskFor)
  const chosen = askable.find(({ _id }) => _id === chosenId)
  if (chosen) return { kind: 'ask', role: chosen }
  const asked = roles.find(isUnderWay)
  if (asked) return { kind: 'asked', role: asked }
  const [first] = askable
  return first && { kind: 'ask', role: first }
}

export function canAskFor(role: Role): boolean {
  return role.state === 'open' && !isUnderWay(role) && role.joinRequest?.state !== 'accepted'
}

function isUnderWay({ joinRequest }: Role): boolean {
  return joinRequest?.state === 'waiting' || joinRequest?.state === 'talking'
}
