import { expect, test } from 'vitest'
import { SKILL_ALIASES } from './skill-aliases.ts'
import { areDistinctSkills, SKILL_MAX, skillKey } from './skills.ts'

test('every alias has one key, which is no alias itself', () => {
  const keys = new Set(SKILL_ALIASES.values())
  expect([...SKILL_ALIASES.keys()].filter((alias) => keys.has(alias))).toEqual([])
  for (const [alias, key] of SKILL_ALIASES) {
    expect([alias, skillKey(alias)]).toEqual([alias, key])
    expect([key, skillKey(key)]).toEqual([key, key])
  }
})

test('aliases and keys are written as a skill is compared', () => {
  const names = [...SKILL_ALIASES].flat()
  for (const name of names) {
    expect(name).toBe(name.trim().replaceAll(/\s+/g, ' ').toLowerCase().normalize('NFC'))
    expect(name.length).toBeLessThanOrEqual(SKILL_MAX)
  }
})

test('spellings of a skill are one skill', () => {
  expect(['ReactJS', ' react.js', 'React', 'REACT  JS'].map(skillKey)).toEqual([
    'react',
    'react',
    'react',
    'react',
  ])
  expect(areDistinctSkills(['Go', 'golang'])).toBe(false)
  expect(areDistinctSkills(['Java', 'JavaScript', 'C', 'C++', 'C#'])).toBe(true)
})
