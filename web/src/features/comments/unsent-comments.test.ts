import { expect, test } from 'vitest'
import {
  markFailed,
  markInterrupted,
  COMMENT_NOT_SENT,
  markSending,
  removeUnsentComment,
  renewTempId,
  type UnsentComment,
} from './unsent-comments.ts'

const a = createUnsentComment('a')
const b = createUnsentComment('b')

test('a later comment is appended', () => {
  expect(markSending(markSending([], a), b)).toEqual([a, b])
})

test('a failed comment keeps its place and text, with the reason', () => {
  expect(markFailed([a, b], 'a', 'Too fast')).toEqual([{ ...a, failure: 'Too fast' }, b])
})

test('a comment that is sent again keeps its place', () => {
  const failed = markFailed([a, b], 'a', 'Too fast')
  expect(markSending(failed, { ...a, failure: 'Too fast' })).toEqual([a, b])
})

test('a confirmed or discarded comment is removed', () => {
  expect(removeUnsentComment([a, b], 'a')).toEqual([b])
})

test('a comment whose tempId was taken gets another one, and keeps its text and place', () => {
  const [renewed, other] = renewTempId([a, b], 'a')
  expect(renewed).toEqual({ ...a, tempId: expect.stringMatching(/^temp-[\w-]{36}$/) })
  expect(other).toBe(b)
})

test('an unknown id changes nothing', () => {
  expect(markFailed([a], 'x', 'Too fast')).toEqual([a])
  expect(removeUnsentComment([a], 'x')).toEqual([a])
})

test('a comment left from an earlier visit can be sent again', () => {
  const tooFast = { ...b, failure: 'Too fast' }
  expect(markInterrupted([a, tooFast])).toEqual([{ ...a, failure: COMMENT_NOT_SENT }, tooFast])
})

function createUnsentComment(tempId: string): UnsentComment {
  return { tempId, content: `Comment ${tempId}`, answers: null, under: null, failure: null }
}
