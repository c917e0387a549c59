import { expect, test } from 'vitest'
import { drawBanner } from './cover-drawing.ts'

test('the banner of a member stays the same, however their name is written', () => {
  expect(drawBanner('ada')).toHaveLength(3)
  expect(drawBanner('ada')).toEqual(drawBanner('Ada'))
})

test('members have different banners', () => {
  const names = ['ada', 'bob', 'carla', 'dan', 'ruth_c']
  expect(new Set(names.map((name) => drawBanner(name).join(' '))).size).toBe(names.length)
})
