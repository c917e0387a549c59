import type { RoleState } from '@dolph/contract/roles/roles'
import { expect, test } from 'vitest'
import { isTeamComplete } from './is-team-complete.ts'

test.each<[isComplete: boolean, states: RoleState[]]>([
  [true, ['filled']],
  [true, ['filled', 'closed', 'filled']],
  [false, ['filled', 'open']],
  [false, ['filled', 'paused']],
  [false, ['closed']],
  [false, []],
])('%s for roles that are %o', (isComplete, states) => {
  expect(isTeamComplete(states.map((state) => ({ state })))).toBe(isComplete)
})
