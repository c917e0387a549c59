import { expect, test } from 'vitest'
import {
  findWaiting,
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
const TOO_FAST = { failure: 'Too fast', isRetryable: true }

test('a later comment is appended', () => {
  expect(markSending(markSending([], a), b)).toEqual([a, b])
})

test('a failed comment keeps its place and text, with the reason', () => {
  expect(markFailed([a, b], 'a', TOO_FAST)).toEqual([{ ...a, ...TOO_FAST }, b])
})

test('a comment that is sent again keeps its place', () => {
  const failed = markFailed([a, b], 'a', TOO_FAST)
  expect(markSending(failed, { ...a, ...TOO_FAST })).toEqual([a, b])
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
  expect(markFailed([a], 'x', TOO_FAST)).toEqual([a])
  expect(removeUnsentComment([a], 'x')).toEqual([a])
})

test('a comment that was under way in an earlier visit waits to be sent again', () => {
  const refused = { ...b, failure: 'Post not found' }
  const interrupted = markInterrupted([refused, a])
  expect(interrupted).toEqual([refused, { ...a, failure: COMMENT_NOT_SENT, isRetryable: true }])
  expect(findWaiting(interrupted)).toMatchObject({ tempId: 'a' })
})

function createUnsentComment(tempId: string): UnsentComment {
  return {
    tempId,
    content: `Comment ${tempId}`,
    answers: null,
    under: null,
    failure: null,
    isRetryable: false,
  }
}
