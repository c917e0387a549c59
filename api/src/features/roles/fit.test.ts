import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Reward, type Availability } from '@dolph/contract/people/availability'
import { Fit, fitOf } from '@dolph/contract/roles/fit'
import { Topic } from '@dolph/contract/projects/projects'
import { skillKey } from '@dolph/contract/skills/skills'

const NOW = new Date('2026-11-16T12:00:00.000Z')
const SKILLS = ['React', 'reactjs', 'Go', 'golang', 'SQL', 'Docker', 'Rust', 'C', 'Figma', 'Vue']
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']

const skill = fc.constantFrom(...SKILLS)
const skills = (limits: { minLength?: number; maxLength?: number }) =>
  fc.uniqueArray(skill, { ...limits, selector: skillKey })
const topics = fc.uniqueArray(fc.constantFrom(...Topic.options.slice(0, 6)), { maxLength: 5 })
const hours = fc.integer({ min: 1, max: 40 })

const role = fc
  .record({
    wanted: skills({ minLength: 1, maxLength: 8 }),
    musts: fc.integer({ min: 0, max: 3 }),
    hours: fc.tuple(hours, hours),
    zone: fc.option(fc.constantFrom(...ZONES)),
    zoneSpread: fc.constantFrom(3, 6),
    reward: fc.constantFrom(...Reward.options),
    topics,
  })
  .map(({ wanted, musts, hours: [one, other], zone, zoneSpread, ...fields }) => ({
    ...fields,
    skills: wanted,
    mustSkills: wanted.slice(0, musts),
    hours: { from: Math.min(one, other), to: Math.max(one, other) },
    zone,
    zoneSpread: zone === null ? null : zoneSpread,
  }))
const availability: fc.Arbitrary<Availability> = fc.record({
  hours,
  zone: fc.constantFrom(...ZONES),
  rewards: fc.uniqueArray(fc.constantFrom(...Reward.options), { minLength: 1 }),
  topics,
  note: fc.constant(''),
  until: fc.constant('2026-12-01'),
})
const candidate = fc.record({
  skills: skills({ maxLength: 8 }),
  availability: fc.option(availability),
})

test('a fit is what the contract says, and its score the sum of its points', () => {
  fc.assert(
    fc.property(role, candidate, (wanted, member) => {
      const fit = Fit.parse(fitOf(wanted, member, NOW))
      const { hours: ofHours, topics: ofTopics, zone, skills: ofSkills, obstacles } = fit
      const points = [ofSkills, ofHours, ofTopics, zone].map((reason) => reason?.points ?? 0)
      const sum = points.reduce((total, each) => total + each, 0)
      const isRated =
        member.availability !== null && obstacles.mustSkills.length === 0 && !obstacles.reward
      expect(fit.score).toBe(isRated ? sum : null)
      expect(sum).toBeLessThanOrEqual(100)
      expect([...ofSkills.had, ...ofSkills.missing].toSorted()).toEqual(wanted.skills.toSorted())
    }),
  )
})

test('one more skill never lowers a score', () => {
  fc.assert(
    fc.property(role, candidate, skill, (wanted, member, more) => {
      const before = fitOf(wanted, member, NOW)
      const after = fitOf(wanted, { ...member, skills: [...member.skills, more] }, NOW)
      expect(after.score ?? -1).toBeGreaterThanOrEqual(before.score ?? -1)
      expect(after.skills.points).toBeGreaterThanOrEqual(before.skills.points)
    }),
  )
})

test('without a must, or for a reward that the member does not accept, there is no score', () => {
  fc.assert(
    fc.property(role, candidate, (wanted, member) => {
      const known = new Set(member.skills.map(skillKey))
      const missing = wanted.mustSkills.filter((must) => !known.has(skillKey(must)))
      const fit = fitOf(wanted, member, NOW)
      expect(fit.obstacles.mustSkills).toEqual(missing)
      const isRefused = member.availability?.rewards.includes(wanted.reward) === false
      expect(fit.obstacles.reward).toBe(isRefused)
      expect(fit.score === null).toBe(
        missing.length > 0 || isRefused || member.availability === null,
      )
    }),
  )
})

test.each([
  ['all that is wanted', {}, 100],
  ['half of the skills', { skills: ['React'] }, 75],
  ['three quarters of the hours', { hours: 6 }, 94],
  ['half of the hours', { hours: 4 }, 75],
  ['no shared topic', { topics: ['music'] }, 85],
  ['four hours apart, one beyond the spread', { zone: 'Asia/Karachi' }, 98],
  ['far away', { zone: 'Pacific/Auckland' }, 90],
] as const)('the score for %s', (_, change, score) => {
  const { skills: known, ...offered } = { skills: ['react.js', 'golang'], ...change }
  const member = {
    hours: 8,
    zone: 'Europe/Berlin',
    rewards: ['unpaid'],
    topics: ['games'],
    note: '',
    until: '2026-12-01',
    ...offered,
  } as Availability
  const wanted: Parameters<typeof fitOf>[0] = {
    skills: ['React', 'Go'],
    mustSkills: ['React'],
    hours: { from: 8, to: 10 },
    zone: 'Europe/Berlin',
    zoneSpread: 3,
    reward: 'unpaid',
    topics: ['games', 'web'],
  }
  const fit = fitOf(wanted, { skills: known, availability: member }, NOW)
  expect(fit.score).toBe(score)
})
