import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findModuleState } from './find-module-state.ts'

const root = join(import.meta.dirname, '../..')

describe('the features of the web app', () => {
  test('hold nothing in their modules that can change: it would outlive the member who is signed in', async () => {
    const files = globSync('web/src/features/**/*.{ts,tsx}', { cwd: root })
    const sources = files.filter((file) => !file.includes('.test.'))
    const findings = await Promise.all(
      sources.map(async (file) =>
        findModuleState(file, await readFile(join(root, file), 'utf8')).map(
          (finding) => `${file}:${finding}`,
        ),
      ),
    )
    expect(sources.length).toBeGreaterThan(200)
    expect(findings.flat()).toEqual([])
  })
})

describe('the check of modules', () => {
  test.each([
    ['a variable', 'let unread = 0', '1: `let unread` can be assigned'],
    ['an exported variable', 'export let unread = 0', '1: `let unread` can be assigned'],
    ['a map', 'const drafts = new Map<string, string>()', '1: `drafts` holds `new Map`'],
    ['a weak map', 'const sent = new WeakMap()', '1: `sent` holds `new WeakMap`'],
    [
      'an object of a class',
      'export const client = new MessagingClient()',
      '`new MessagingClient`',
    ],
    ['a store', `const sound = createDeviceSwitch('sound')`, '`createDeviceSwitch()`'],
    [
      'a closure',
      'const count = (() => { let n = 0; return () => n++ })()',
      'a function returns once',
    ],
    [
      'a list that grows',
      'const seen: string[] = []\nexport const add = () => seen.push("a")',
      '2: `seen` is changed',
    ],
    [
      'an object whose field is set',
      'const state = { me: "" }\nfunction f() { state.me = "ada" }',
      '2: `state` is changed',
    ],
    [
      'an object whose field is deleted',
      'const state = {}\nfunction f() { delete state.me }',
      '`state` is changed',
    ],
    [
      'an object that is assigned to',
      'const state = {}\nfunction f() { Object.assign(state, {}) }',
      '`state` is changed',
    ],
    ['a static field', 'class Outbox { static count = 0 }', 'a static field can change'],
    [
      'a static map',
      'class Outbox { static readonly all = new Map() }',
      'a static field can change',
    ],
  ])('finds %s', (_, source, finding) => {
    expect(findModuleState('planted.ts', source).join('\n')).toContain(finding)
  })

  test.each([
    ['constants', `const LIMIT = 5, NONE: string[] = [], NAMES = ['a'] as const`],
    ['a read-only set', `const STOP_WORDS: ReadonlySet<string> = new Set(['a'])`],
    ['a formatter', `const format = new Intl.NumberFormat('en')`],
    ['a context', 'const Context = createContext(null)'],
    [
      'the state of an object',
      'class Outbox { readonly #sent = new Set(); add() { this.#sent.add("a") } }',
    ],
    [
      'the variables of a function',
      'function f() { let count = 0; const all = []; all.push(count) }',
    ],
  ])('accepts %s', (_, source) => {
    expect(findModuleState('planted.ts', source)).toEqual([])
  })
})
