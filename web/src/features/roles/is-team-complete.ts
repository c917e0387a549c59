import type { Role } from '@dolph/contract/roles/roles'

/** Whether a project looked for people and has found all of them. */
export function isTeamComplete(roles: readonly Pick<Role, 'state'>[]): boolean {
  const isWanted = ({ state }: Pick<Role, 'state'>) => state === 'open' || state === 'paused'
  return roles.some(({ state }) => state === 'filled') && !roles.some(isWanted)
}
