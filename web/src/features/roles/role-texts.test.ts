import { rateFit } from '@dolph/contract/roles/fit'
import { describe, expect, test } from 'vitest'
import { createFitFixture, createRoleFixture } from '../../testing/fixtures/role-fixtures.ts'
import { FIT_LABELS, listFitReasons } from './describe-fit.ts'
import { describeAnswers, describeRole } from './role-texts.ts'

describe('a role in one line', () => {
  test('says hours, term, time zone and reward', () => {
    expect(describeRole(createRoleFixture())).toBe(
      '4 to 8 h a week · a few months · within 3 h of UTC+1 · Unpaid',
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
    expect(describeRole(role)).toBe(
      '6 h a week · a few months · any time zone · Paid: 40 € an hour',
    )
  })
})

describe('a fit', () => {
  test('names what matches, then what is missing, and no hours that contradict those of the role', () => {
    const fit = createFitFixture()
    expect(listFitReasons(fit)).toEqual({
      matches: ['1 of 2 skills', 'hours fit', '2 h apart'],
      gaps: ['missing Docker'],
    })
  })

  test('names too few hours, and a time zone that is too far', () => {
    const fit = createFitFixture({
      hours: { offered: 2, points: 0 },
      zone: { apart: 8, points: 0 },
      skills: { had: [], missing: ['Docker'], points: 0 },
    })
    expect(listFitReasons(fit)).toEqual({
      matches: [],
      gaps: ['0 of 1 skills', 'only 2 h a week', '8 h apart'],
    })
  })

  test('names a missing must and another reward as what stands against it', () => {
    const fit = createFitFixture({
      score: null,
      obstacles: { mustSkills: ['Docker'], reward: true },
    })
    expect(listFitReasons(fit)).toEqual({
      matches: ['1 of 2 skills', 'hours fit', '2 h apart'],
      gaps: ['Docker required', 'different pay'],
    })
    expect(rateFit(fit)).toBe('none')
  })

  test('of a member who is not open to join is about skills only', () => {
    const fit = createFitFixture({ score: null, hours: null, topics: null, zone: null })
    expect(listFitReasons(fit)).toEqual({ matches: ['1 of 2 skills'], gaps: ['missing Docker'] })
    expect(rateFit(fit)).toBe('partial')
    const all = { had: ['React'], missing: [], points: 50 }
    const none = { had: [], missing: ['React'], points: 0 }
    expect(rateFit({ ...fit, skills: none })).toBe('none')
    expect(rateFit(createFitFixture({ score: 43, skills: none }))).toBe('none')
    expect(rateFit({ ...fit, skills: all })).toBe('good')
  })

  test.each([
    [80, 'Strong fit'],
    [50, 'Good fit'],
    [49, 'Partial fit'],
  ])('of %i points is a %s', (score, label) => {
    expect(FIT_LABELS[rateFit(createFitFixture({ score }))]).toBe(label)
  })
})

test.each([
  [null, 'No answer history yet'],
  [{ answered: 3, of: 4, medianHours: 3 }, 'No answer history yet'],
  [{ answered: 9, of: 10, medianHours: 48 }, 'Answered 9 of 10 requests, usually within 2 days'],
  [{ answered: 9, of: 10, medianHours: 5 }, 'Answered 9 of 10 requests, usually within 5 hours'],
  [{ answered: 0, of: 6, medianHours: null }, 'Answered 0 of 6 requests'],
])('%j reads %s', (answers, text) => {
  expect(describeAnswers(answers)).toBe(text)
})
