import { expect, test } from 'vitest'
import {
  markRefused,
  excludeArrived,
  markRetryable,
  createUnsentMessage,
  type UnsentMessage,
} from './outbox-state.ts'

test('a message that a sync returns before its acknowledgement is not shown twice', () => {
  expect(
    excludeArrived([createUnsentMessage('Ahoy', '1')], [{ _id: '2', content: 'Ahoy' }]),
  ).toEqual([])
  expect(
    excludeArrived([createUnsentMessage('Ahoy', '')], [{ _id: '1', content: 'Ahoy' }]),
  ).toEqual([])
})

test('an earlier or a second message with the same text does not count as arrived', () => {
  const arrived = [
    { _id: '1', content: 'Ahoy' },
    { _id: '2', content: 'Ahoy' },
    { _id: '3', content: 'Something else' },
  ]
  expect(getContents(excludeArrived([createUnsentMessage('Ahoy', '2')], arrived))).toEqual(['Ahoy'])
  const twice = [createUnsentMessage('Ahoy', '1'), createUnsentMessage('Ahoy', '1')]
  expect(excludeArrived(twice, arrived)).toEqual(twice.slice(1))
  expect(getContents(excludeArrived([createUnsentMessage('Ahoy', undefined)], arrived))).toEqual([
    'Ahoy',
  ])
})

test('a temporarily failed message may have arrived, a refused one has not', () => {
  const all = [createUnsentMessage('Ahoy', '1')]
  const arrived = [{ _id: '2', content: 'Ahoy' }]
  expect(excludeArrived(markRetryable(all, 'Failed'), arrived)).toEqual([])
  const [message] = all
  const refused = markRefused(all, message?.tempId ?? '', 'User not found')
  expect(excludeArrived(refused, arrived)).toEqual(refused)
})

function getContents(all: readonly UnsentMessage[]): string[] {
  return all.map(({ content }) => content)
}
