import { expect, test } from 'vitest'
import {
  markFailed,
  markInterrupted,
  COMMENT_NOT_SENT,
  markSending,
  removeUnsentComment,
  type UnsentComment,
} from './unsent-comments.ts'

const a = createUnsentComment('a')
const b = createUnsentComment('b')

test('what is written later stands later', () => {
  expect(markSending(markSending([], a), b)).toEqual([a, b])
})

test('what fails stays in its place, with the reason and every word', () => {
  expect(markFailed([a, b], 'a', 'Too fast')).toEqual([{ ...a, failure: 'Too fast' }, b])
})

test('what is sent again is under way again, in its place', () => {
  const again = markFailed([a, b], 'a', 'Too fast')
  expect(markSending(again, { ...a, failure: 'Too fast' })).toEqual([a, b])
})

test('what has arrived, or is discarded, goes', () => {
  expect(removeUnsentComment([a, b], 'a')).toEqual([b])
})

test('what concerns something else changes nothing', () => {
  expect(markFailed([a], 'x', 'Too fast')).toEqual([a])
  expect(removeUnsentComment([a], 'x')).toEqual([a])
})

test('what an earlier visit left behind can be sent again', () => {
  const tooFast = { ...b, failure: 'Too fast' }
  expect(markInterrupted([a, tooFast])).toEqual([{ ...a, failure: COMMENT_NOT_SENT }, tooFast])
})

function createUnsentComment(tempId: string): UnsentComment {
  return { tempId, content: `Said ${tempId}`, answers: null, under: null, failure: null }
}
