import { expect, test } from 'vitest'
import { getCropParts, getPreviewStyle, getScaledSize } from './crop-area.ts'

const PHOTO = { width: 4000, height: 3000 }
const SQUARE = { aspect: 1, widthMax: 1024 }
const WIDE = { aspect: 16 / 9, widthMax: 1280 }

test.each([
  ['is drawn no larger than 1024', [500, 0, 3000, 3000], [500, 0, 3000, 3000, 1024, 1024]],
  ['is never enlarged', [10, 20, 300, 300], [10, 20, 300, 300, 300, 300]],
  ['has whole pixels', [0.4, 0.6, 99.7, 99.7], [0, 1, 100, 100, 100, 100]],
  ['is a square even if the area is not', [0, 0, 90, 80], [0, 0, 80, 80, 80, 80]],
  [
    'stays inside at the right and bottom',
    [3950, 2990, 100, 100],
    [3900, 2900, 100, 100, 100, 100],
  ],
  ['stays inside at the left and top', [-5, -9, 100, 100], [0, 0, 100, 100, 100, 100]],
  ['is no wider than the picture', [0, 0, 9000, 9000], [0, 0, 3000, 3000, 1024, 1024]],
  ['has at least one pixel', [0, 0, 0.2, 0.2], [0, 0, 1, 1, 1, 1]],
])('the crop square %s', (_, area, expected) => {
  expect(crop(area, SQUARE)).toEqual(expected)
})

test.each([
  ['has 16:9', [0, 100, 4000, 2250], [0, 100, 4000, 2250, 1280, 720]],
  ['is as wide as the picture at most', [0, 0, 9000, 9000], [0, 0, 4000, 2250, 1280, 720]],
  ['has at least one pixel', [0, 0, 0.2, 0.2], [0, 0, 1, 1, 1, 1]],
])('the crop of a cover %s', (_, area, expected) => {
  expect(crop(area, WIDE)).toEqual(expected)
})

test('a picture of a single pixel can be cropped', () => {
  const pixel = { width: 1, height: 1 }
  const parts = getCropParts({ x: 0, y: 0, ...pixel }, pixel, WIDE)
  expect(parts).toEqual({ from: { x: 0, y: 0, ...pixel }, output: pixel })
})

test.each([
  ['is scaled to the width', [4000, 3000], [1280, 960]],
  ['is scaled to the height', [1000, 9000], [284, 2560]],
  ['is never enlarged', [300, 200], [300, 200]],
  ['has at least one pixel', [20_000, 1], [1280, 1]],
])('a whole picture %s', (_, [width = 0, height = 0], expected) => {
  const size = getScaledSize({ width, height }, { width: 1280, height: 2560 })
  expect([size.width, size.height]).toEqual(expected)
})

test('the preview shows the cropped area in any size', () => {
  expect(getPreviewStyle({ x: 25, y: 10, width: 50, height: 80 })).toEqual({
    width: '200%',
    left: '-50%',
    top: '-12.5%',
  })
})

function crop([x = 0, y = 0, width = 0, height = 0]: number[], frame: typeof SQUARE) {
  const { from, output } = getCropParts({ x, y, width, height }, PHOTO, frame)
  return [from.x, from.y, from.width, from.height, output.width, output.height]
}
