import { expect, test } from 'vitest'
import { findOverdueFlags, flags, type Flag } from './flags.ts'

const feature: Flag = {
  kind: 'feature',
  summary: 'planted',
  isPerMember: true,
  since: '2026-01-01',
}

test('no feature is behind a flag for more than 90 days', () => {
  expect(findOverdueFlags(flags, new Date())).toEqual([])
})

test('a flag of a feature is overdue after 90 days, a switch never', () => {
  const planted = { feature, search: flags.search }
  expect(findOverdueFlags(planted, new Date('2026-04-01'))).toEqual([])
  expect(findOverdueFlags(planted, new Date('2026-04-02'))).toEqual(['feature'])
})
