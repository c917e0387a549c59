import { expect, test } from 'vitest'
import {
  markRefused,
  excludeArrived,
  markRetryable,
  createUnsentMessage,
  type UnsentMessage,
} from './outbox-state.ts'

test('what a sync brings before it is confirmed is not shown a second time', () => {
  expect(
    excludeArrived([createUnsentMessage('Ahoy', '1')], [{ _id: '2', content: 'Ahoy' }]),
  ).toEqual([])
  expect(
    excludeArrived([createUnsentMessage('Ahoy', '')], [{ _id: '1', content: 'Ahoy' }]),
  ).toEqual([])
})

test('the same words, said before or said twice, are not taken for it', () => {
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

test('one that did not get through may have arrived, one that was refused has not', () => {
  const all = [createUnsentMessage('Ahoy', '1')]
  const arrived = [{ _id: '2', content: 'Ahoy' }]
  expect(excludeArrived(markRetryable(all, 'Failed'), arrived)).toEqual([])
  const [one] = all
  const alone = markRefused(all, one?.tempId ?? '', 'User not found')
  expect(excludeArrived(alone, arrived)).toEqual(alone)
})

function getContents(all: readonly UnsentMessage[]): string[] {
  return all.map(({ content }) => content)
}
