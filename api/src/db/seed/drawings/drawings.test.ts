import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawFace } from './draw-face.ts'
import { drawScene, isScene } from './draw-scene.ts'

test('a scene is the same for the same seed, and another for another', async () => {
  expect(drawScene('map', 'one')).toBe(drawScene('map', 'one'))
  expect(drawScene('map', 'one')).not.toBe(drawScene('map', 'other'))
  expect(isScene('portrait')).toBe(false)
  const { width, height, format } = await sharp(Buffer.from(drawScene('chart', 'one'))).metadata()
  expect([width, height, format]).toEqual([1280, 720, 'svg'])
})

test('a face is drawn for a name, and has no letters', async () => {
  expect(drawFace('ada')).toBe(drawFace('ada'))
  expect(drawFace('ada')).not.toBe(drawFace('carla'))
  expect(drawFace('bob')).not.toContain('<text')
  const { width, height } = await sharp(Buffer.from(drawFace('bob'))).metadata()
  expect([width, height]).toEqual([512, 512])
})
