import { expect, test } from 'vitest'
import { features } from '../../features.ts'
import { eventCatalog } from './catalog.ts'

test('every kind of event has a subscriber', () => {
  const subscribed = features.flatMap(({ events = {} }) => Object.keys(events))
  expect(Object.keys(eventCatalog).filter((kind) => !subscribed.includes(kind))).toEqual([])
})
