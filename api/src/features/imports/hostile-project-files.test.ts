import { readProjectFile } from '@dolph/contract/imports/project-file'
import { parse } from 'yaml'
import { expect, test } from 'vitest'

const repeat = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('')

test.each([
  ['distinct keys', repeat(800, (index) => `\n${index.toString(36)}:`)],
  ['a set', `\na: !!set {${'a,'.repeat(1_900)}}`],
  ['nested keys', `\n${'? '.repeat(400)}a`],
  ['keys nested by their indent', repeat(80, (index) => `\n${' '.repeat(index)}?`)],
  ['keys that are lists', `\na: ${'{['.repeat(140)}a${']: 1}'.repeat(140)}`],
  ['nested lists', `\na: ${'['.repeat(4_000)}`],
  ['closing brackets', ']'.repeat(4_000)],
  ['quotes', `\na: ${'"'.repeat(4_000)}`],
  ['commas', `\na: [${','.repeat(4_000)}`],
  ['nested entries', `\nroles:\n${'- '.repeat(2_000)}`],
  ['comments', '\n#'.repeat(2_000)],
  ['aliases', repeat(250, (index) => `\na${index}: &a${index} x`)],
])('a project file of %s is read in a moment', (_, lines) => {
  const durations = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    readProjectFile(`dolph: 1${lines}`, parse)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  })
  expect(Math.min(...durations)).toBeLessThan(20)
})

test('a tag and a repeated key change nothing else in the file', () => {
  const { state, topics, owner } = readProjectFile(
    'dolph: 1\nstate: idea\nstate: !!str building\ntopics: !!set [web]\nowner: !!binary ada\n',
    parse,
  )
  expect({ state, topics, owner }).toEqual({ state: 'building', topics: ['web'], owner: 'ada' })
})
