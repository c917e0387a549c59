import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NewPassword } from '@dolph/contract/accounts/passwords'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCommonPassword } from '../common-passwords.ts'
import { buildList } from './build-list.ts'
import { decodeFrontCoding, encodeFrontCoding } from './front-coding.ts'

const LIST = join(import.meta.dirname, 'common-passwords.txt')
/** Runs in a process of its own: in the tests' process other modules share the memory. */
const MEASURE_LOADING = `
  await import('./front-coding.ts')
  globalThis.gc()
  const [memory, time] = [process.memoryUsage().heapUsed, process.cpuUsage().user]
  await import('../common-passwords.ts')
  const cpuMs = (process.cpuUsage().user - time) / 1000
  globalThis.gc()
  process.stdout.write(JSON.stringify({ cpuMs, bytes: process.memoryUsage().heapUsed - memory }))`

describe('common passwords', () => {
  test.each([
    'Password1',
    'PASSWORD123',
    'pAssw0rD',
    'Trustno1',
    '1Qaz2wsx3edc',
    'Chelsea10',
    'Capital2',
    'Welcome2026',
    'Dolphin1',
  ])('%s is refused', (password) => {
    expect(NewPassword.safeParse(password).success).toBe(true)
    expect(isCommonPassword(password)).toBe(true)
  })

  test('every one of at least 10,000 is refused in any capitalization, and could be chosen in one', async () => {
    const passwords = decodeFrontCoding(await readFile(LIST, 'utf8'))
    expect(new Set(passwords).size).toBe(passwords.length)
    expect(passwords.length).toBeGreaterThanOrEqual(10_000)
    const forms = passwords.flatMap((password) => [
      password.toUpperCase(),
      password.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    ])
    const isRefused = (form: string) =>
      NewPassword.safeParse(form).success && isCommonPassword(form)
    expect(forms.filter((form) => !isRefused(form))).toEqual([])
  })

  test('random passwords and whole sentences are accepted', () => {
    const random = Array.from({ length: 10_000 }, () => `A1${randomBytes(6).toString('base64url')}`)
    expect(random.filter(isCommonPassword)).toEqual([])
    expect(isCommonPassword('Three otters swam 7 miles')).toBe(false)
    expect(isCommonPassword('')).toBe(false)
  })

  test('the committed list is what the script builds, and small', async () => {
    expect(await buildList()).toBe(await readFile(LIST, 'utf8'))
    expect((await stat(LIST)).size).toBeLessThan(64 * 1024)
  })

  test('loading the list costs little time and memory', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--expose-gc', '--input-type=module', '--eval', MEASURE_LOADING],
      { cwd: import.meta.dirname },
    )
    const { cpuMs, bytes } = JSON.parse(stdout)
    expect(cpuMs).toBeLessThan(200)
    expect(bytes).toBeLessThan(3_000_000)
  })

  test('any sorted words survive front coding', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,60}$/))
    fc.assert(
      fc.property(words, (unsorted) => {
        const sorted = unsorted.toSorted()
        expect(decodeFrontCoding(encodeFrontCoding(sorted))).toEqual(sorted)
      }),
    )
  })
})
