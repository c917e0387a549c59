import { describe, expect, test } from 'vitest'
import { isProjectFile, readProjectFile } from './project-file.ts'

const ROLE = { title: 'Frontend developer', skills: ['react'], hours: '4-8', reward: 'unpaid' }

describe('a .dolph.yml', () => {
  test('says state, topics, owner and roles', () => {
    const file = {
      dolph: 1,
      state: 'building',
      owner: 'ada',
      topics: ['developer-tools', 'web', 'web'],
      roles: [ROLE, { title: 'Writer', hours: 3, seats: 2 }],
    }
    expect(readFile(file, ['Go', 'SQL'])).toEqual({
      state: 'building',
      topics: ['developer-tools', 'web'],
      owner: 'ada',
      roles: [
        expect.objectContaining({ title: 'Frontend developer', hours: { from: 4, to: 8 } }),
        expect.objectContaining({ skills: ['Go', 'SQL'], hours: { from: 3, to: 3 }, seats: 2 }),
      ],
      problems: [],
    })
  })

  test('skills in lower case get their usual spelling, and others keep theirs', () => {
    const skills = ['typescript', 'rust', 'postgresql', 'golang', 'TypeSCRIPT v5']
    const { roles } = readFile({ dolph: 1, roles: [{ ...ROLE, skills, must: ['typescript'] }] })
    expect(roles[0]).toMatchObject({
      skills: ['TypeScript', 'Rust', 'PostgreSQL', 'Golang', 'TypeSCRIPT v5'],
      mustSkills: ['TypeScript'],
    })
  })

  test('what is wrong in it is named, and the rest counts', () => {
    const file = {
      dolph: 1,
      state: 'asleep',
      topics: ['web', 'cats', 7],
      roles: [ROLE, { ...ROLE, title: '' }, { ...ROLE, hours: 'many' }, 'x', null],
    }
    const { topics, roles, problems, state } = readFile(file)
    expect([state, topics, roles.length]).toEqual([null, ['web'], 1])
    expect(problems).toEqual([
      'The state “asleep” is unknown.',
      'The topic “cats” is unknown.',
      'The topic “7” is unknown.',
      'Role 2 was left out: Title is required',
      'Role 3 was left out: Hours are a whole number',
      'Role 4 was left out: Title is required',
      'Role 5 was left out: Title is required',
    ])
  })

  test.each([
    ['no version', {}],
    ['another version', { dolph: 2 }],
    ['a text', 'dolph'],
    ['nothing', null],
  ])('with %s says nothing', (_, value) => {
    const file = readFile(value)
    expect(file).toMatchObject({ state: null, topics: [], roles: [] })
    expect(file.problems).toHaveLength(1)
  })

  test('that cannot be read says so', () => {
    const fail = () => {
      throw new RangeError('Maximum call stack size exceeded')
    }
    expect(readProjectFile('dolph: 1', fail).problems).toHaveLength(1)
    expect(readProjectFile('é'.repeat(2_100), () => ({ dolph: 1 })).problems[0]).toContain('4 KiB')
  })

  test.each([
    ['dolph: 1', true],
    ['# For Dolph\n---\n\ndolph: 1', true],
    ['# dolph: 1', false],
    ['A text about\ndolph: 1', false],
    ['', false],
  ])('is recognized by its first line: %j', (text, expected) => {
    expect(isProjectFile(text)).toBe(expected)
  })
})

function readFile(value: unknown, languages?: string[]) {
  return readProjectFile('', () => value, languages)
}
