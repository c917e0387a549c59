import { expect, test } from 'vitest'
import { failed, leftBehind, NOT_SENT, sending, settled, type Unsent } from './unsent.ts'

const a = unsent('a')
const b = unsent('b')

test('what is written later stands later', () => {
  expect(sending(sending([], a), b)).toEqual([a, b])
})

test('what fails stays in its place, with the reason and every word', () => {
  expect(failed([a, b], 'a', 'Too fast')).toEqual([{ ...a, failure: 'Too fast' }, b])
})

test('what is sent again is under way again, in its place', () => {
  const again = failed([a, b], 'a', 'Too fast')
  expect(sending(again, { ...a, failure: 'Too fast' })).toEqual([a, b])
})

test('what has arrived, or is discarded, goes', () => {
  expect(settled([a, b], 'a')).toEqual([b])
})

test('what concerns something else changes nothing', () => {
  expect(failed([a], 'x', 'Too fast')).toEqual([a])
  expect(settled([a], 'x')).toEqual([a])
})

test('what an earlier visit left behind can be sent again', () => {
  const tooFast = { ...b, failure: 'Too fast' }
  expect(leftBehind([a, tooFast])).toEqual([{ ...a, failure: NOT_SENT }, tooFast])
})

function unsent(tempId: string): Unsent {
  return { tempId, content: `Said ${tempId}`, answers: null, under: null, failure: null }
}
