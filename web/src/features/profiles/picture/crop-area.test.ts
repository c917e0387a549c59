import { expect, test } from 'vitest'
import { getPreviewStyle, getCropSquare } from './crop-area.ts'

const PHOTO = { width: 4000, height: 3000 }

test.each([
  [
    'is drawn no larger than 1024',
    [500, 0, 3000, 3000],
    { x: 500, y: 0, side: 3000, outputSide: 1024 },
  ],
  ['is never enlarged', [10, 20, 300, 300], { x: 10, y: 20, side: 300, outputSide: 300 }],
  ['has whole pixels', [0.4, 0.6, 99.7, 99.7], { x: 0, y: 1, side: 100, outputSide: 100 }],
  ['is a square even if the area is not', [0, 0, 90, 80], { x: 0, y: 0, side: 80, outputSide: 80 }],
  ['stays inside at the right and bottom edges', [3950, 2990, 100, 100], { x: 3900, y: 2900 }],
  ['stays inside at the left and top edges', [-5, -9, 100, 100], { x: 0, y: 0 }],
  ['is no wider than the picture', [0, 0, 9000, 9000], { side: 3000 }],
  ['has at least one pixel', [0, 0, 0.2, 0.2], { side: 1, outputSide: 1 }],
])('the crop square %s', (_, [x = 0, y = 0, width = 0, height = 0], expected) => {
  expect(getCropSquare({ x, y, width, height }, PHOTO)).toMatchObject(expected)
})

test('a picture of a single pixel can be cropped', () => {
  const pixel = { width: 1, height: 1 }
  expect(getCropSquare({ x: 0, y: 0, ...pixel }, pixel)).toEqual({
    x: 0,
    y: 0,
    side: 1,
    outputSide: 1,
  })
})

test('the preview shows the cropped area in any size', () => {
  expect(getPreviewStyle({ x: 25, y: 10, width: 50, height: 80 })).toEqual({
    width: '200%',
    left: '-50%',
    top: '-12.5%',
  })
})
