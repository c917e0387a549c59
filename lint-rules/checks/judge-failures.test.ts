import { expect, test } from 'vitest'
import { hasPassed, judgeFailures } from './judge-failures.ts'
import type { StealSample } from './steal.ts'
import { readBrowserReport, type Failure } from './test-report.ts'

const START = Date.parse('2026-11-18T12:00:00.000Z')

test('a failed test is repeated if the host took a quarter of ten seconds', () => {
  const failure = createFailure(20)
  expect(judgeFailures([failure], createSamples(20, 0.249))).toEqual({
    counted: [failure],
    repeated: [],
  })
  expect(judgeFailures([failure], createSamples(20, 0.25))).toEqual({
    counted: [],
    repeated: [{ failure, steal: 0.25 }],
  })
})

test('a test that hangs on a machine without steal counts', () => {
  expect(judgeFailures([createFailure(60)], createSamples(60, 0)).repeated).toEqual([])
  expect(judgeFailures([createFailure(60)], []).repeated).toEqual([])
})

test('steal outside of a failed test does not excuse it', () => {
  const samples = [...createSamples(60, 0), ...createSamples(60, 0.9, 61)]
  expect(judgeFailures([createFailure(50)], samples).repeated).toEqual([])
})

test('what belongs to no test counts, however much was stolen', () => {
  const failure = { test: 'an unhandled error', error: '', start: START, end: START + 20_000 }
  expect(judgeFailures([failure], createSamples(20, 0.9)).counted).toEqual([failure])
})

test('a repeat that found no test has not passed', () => {
  expect(hasPassed({ passed: 1, failures: [] })).toBe(true)
  expect(hasPassed({ passed: 0, failures: [] })).toBe(false)
  expect(hasPassed({ passed: 1, failures: [createFailure(1)] })).toBe(false)
})

test('a report of Playwright gives each failed test, what runs it alone, and errors of the run', () => {
  const result = { startTime: '2026-11-18T12:00:00.000Z', duration: 9_500, errors: [] }
  const failed = { ...result, errors: [{ message: 'Timed out' }] }
  const { passed, failures } = readBrowserReport({
    stats: { expected: 7 },
    errors: [{ message: 'The web server ended' }],
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              createSpec('passes', { status: 'expected', results: [result] }),
              createSpec('costs $1 (or more)', { status: 'unexpected', results: [failed] }),
              createSpec('is skipped', { status: 'skipped', expectedStatus: 'skipped' }),
              createSpec('is not reached', { status: 'skipped' }),
            ],
          },
        ],
      },
    ],
  })
  expect(passed).toBe(7)
  expect(failures.map(({ test: name, error }) => [name, error])).toEqual([
    ['end to end', 'The web server ended'],
    ['[phone] likes.spec.ts:26 › costs $1 (or more)', 'Timed out'],
    ['[phone] likes.spec.ts:26 › is not reached', 'It did not run'],
  ])
  const [, test26] = failures
  expect(test26).toMatchObject({ start: START, end: START + 9_500 })
  const [file, ...options] = test26?.repeat ?? []
  expect([file, ...options.slice(0, 3)]).toEqual([
    'likes.spec.ts:26',
    '--project',
    'phone',
    '--grep',
  ])
  expect('costs $1 (or more)').toMatch(new RegExp(options[3] ?? ''))
})

function createFailure(seconds: number): Failure {
  const end = START + seconds * 1_000
  return { test: 'a test', error: 'Timed out', start: START, end, repeat: ['a.test.ts'] }
}

function createSamples(length: number, share: number, from = 1): StealSample[] {
  return Array.from({ length }, (_, index) => ({ at: START + (from + index) * 1_000, share }))
}

function createSpec(
  title: string,
  outcome: {
    status: string
    expectedStatus?: string
    results?: { startTime: string; duration: number; errors: { message?: string }[] }[]
  },
) {
  const defaults = { projectName: 'phone', expectedStatus: 'passed', results: [] }
  return { title, file: 'likes.spec.ts', line: 26, tests: [{ ...defaults, ...outcome }] }
}
