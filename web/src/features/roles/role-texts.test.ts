import { describe, expect, test } from 'vitest'
import { createFitFixture, createRoleFixture } from '../../testing/fixtures/role-fixtures.ts'
import { describeFit, getFitLabel } from './describe-fit.ts'
import { describeAnswers, describeRole } from './role-texts.ts'

describe('a role in one line', () => {
  test('says hours, term, time zone and reward', () => {
    expect(describeRole(createRoleFixture())).toBe(
      '4 to 8 h a week · some months · within 3 h of Berlin · Unpaid',
    )
  })

  test('for people anywhere, with the same hours each week and a paid reward', () => {
    const role = createRoleFixture({
      hours: { from: 6, to: 6 },
      zone: null,
      zoneSpread: null,
      reward: 'paid',
      rewardNote: '40 € an hour',
    })
    expect(describeRole(role)).toBe('6 h a week · some months · any time zone · Paid: 40 € an hour')
  })
})

describe('a fit', () => {
  test('names its reasons, and what is missing', () => {
    const fit = createFitFixture()
    expect(describeFit(fit)).toBe('1 of 2 skills · 6 h fits · 2 h apart · missing Docker')
    expect(getFitLabel(fit)).toBe('Good fit')
    expect(getFitLabel({ ...fit, score: 80 })).toBe('Strong fit')
    expect(getFitLabel({ ...fit, score: 49 })).toBeUndefined()
  })

  test('names a missing must and another reward as what stands against it', () => {
    const fit = createFitFixture({
      score: null,
      obstacles: { mustSkills: ['Docker'], reward: true },
    })
    expect(describeFit(fit)).toBe(
      '1 of 2 skills · 6 h fits · 2 h apart · Docker is a must · the reward does not fit',
    )
    expect(getFitLabel(fit)).toBeUndefined()
  })

  test('of a member who is not open to join is about skills only', () => {
    const fit = createFitFixture({ score: null, hours: null, topics: null, zone: null })
    expect(describeFit(fit)).toBe('1 of 2 skills · missing Docker')
  })
})

test.each([
  [null, 'New here'],
  [{ answered: 3, of: 4, medianHours: 3 }, 'New here'],
  [{ answered: 9, of: 10, medianHours: 48 }, 'Answers 9 of 10, usually within 2 days'],
  [{ answered: 9, of: 10, medianHours: 5 }, 'Answers 9 of 10, usually within 5 hours'],
  [{ answered: 0, of: 6, medianHours: null }, 'Answers 0 of 6'],
])('%j reads %s', (answers, text) => {
  expect(describeAnswers(answers)).toBe(text)
})
