import { expect, test } from 'vitest'
import { refused, stillWaiting, stuck, unsent, type Unsent } from './unsent.ts'

test('what a sync brings before it is confirmed is not shown a second time', () => {
  expect(stillWaiting([unsent('Ahoy', '1')], [{ _id: '2', content: 'Ahoy' }])).toEqual([])
  expect(stillWaiting([unsent('Ahoy', '')], [{ _id: '1', content: 'Ahoy' }])).toEqual([])
})

test('the same words, said before or said twice, are not taken for it', () => {
  const arrived = [
    { _id: '1', content: 'Ahoy' },
    { _id: '2', content: 'Ahoy' },
    { _id: '3', content: 'Something else' },
  ]
  expect(textsOf(stillWaiting([unsent('Ahoy', '2')], arrived))).toEqual(['Ahoy'])
  const twice = [unsent('Ahoy', '1'), unsent('Ahoy', '1')]
  expect(stillWaiting(twice, arrived)).toEqual(twice.slice(1))
  expect(textsOf(stillWaiting([unsent('Ahoy', undefined)], arrived))).toEqual(['Ahoy'])
})

test('one that did not get through may have arrived, one that was refused has not', () => {
  const all = [unsent('Ahoy', '1')]
  const arrived = [{ _id: '2', content: 'Ahoy' }]
  expect(stillWaiting(stuck(all, 'Failed'), arrived)).toEqual([])
  const [one] = all
  const alone = refused(all, one?.tempId ?? '', 'User not found')
  expect(stillWaiting(alone, arrived)).toEqual(alone)
})

function textsOf(all: readonly Unsent[]): string[] {
  return all.map(({ content }) => content)
}
