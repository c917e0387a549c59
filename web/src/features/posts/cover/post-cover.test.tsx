import { fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { drawCover, NO_ID } from './cover-drawing.ts'
import { PostCover } from './post-cover.tsx'

const KEY = 'k'.repeat(43)
const cover = { url: `/pictures/${KEY}/1280x720.webp`, alt: 'A clock on a wall' }

test('a post without a picture has a drawing, the same on every device and on the server', () => {
  const post = createPostFixture()
  const first = renderToString(<PostCover post={post} size="card" />)
  expect(first).toBe(renderToString(<PostCover post={{ ...post }} size="card" />))
  expect(first).toContain('<svg aria-hidden="true"')
  expect(first.length).toBeLessThan(1000)
})

test('drawings differ from post to post', () => {
  const drawings = Array.from({ length: 50 }, (_, n) =>
    JSON.stringify(drawCover({ id: `post-${n}`, activity: 0, teamSize: 0 })),
  )
  expect(new Set(drawings).size).toBe(50)
})

test('a post that is being written has calm water, and no drawing that publishing would replace by another', () => {
  const { layers, sun } = drawCover({ id: NO_ID, activity: 0, teamSize: 0 })
  expect([layers.length, sun]).toEqual([2, undefined])
})

test('a lively project has more waves, and each teammate a fin', () => {
  const count = (activity: number, teamSize: number) => {
    const { layers } = drawCover({ id: 'post-2', activity, teamSize })
    return [layers.length, layers.join('').split('M').length - 1 - layers.length] as const
  }
  const [quiet] = count(0, 0)
  const more = [count(2, 1), count(10, 3), count(100, 9)]
  expect(more.map(([waves, fins]) => [waves - quiet, fins])).toEqual([
    [1, 1],
    [2, 3],
    [3, 4],
  ])
})

test('quiet projects of one type differ in the number of waves, the tilt and the color', () => {
  const drawings = Array.from({ length: 50 }, (_, n) =>
    drawCover({ id: `post-${n}`, activity: 0, teamSize: 0 }),
  )
  expect(new Set(drawings.map(({ layers }) => layers.length))).toEqual(new Set([2, 3, 4]))
  expect(new Set(drawings.map(({ tilt }) => tilt)).size).toBeGreaterThan(10)
  expect(new Set(drawings.map(({ hue }) => hue)).size).toBeGreaterThan(20)
})

test('a tilted sea leaves no gap in the corners', () => {
  for (let n = 0; n < 200; n += 1) {
    const { layers, isLines, tilt } = drawCover({ id: `post-${n}`, activity: n, teamSize: 0 })
    const radians = (-tilt * Math.PI) / 180
    const corners = [-160, 160].map((dx) => ({
      x: 160 + dx * Math.cos(radians) - 90 * Math.sin(radians),
      y: 90 + dx * Math.sin(radians) + 90 * Math.cos(radians),
    }))
    for (const path of layers) {
      const [, start = '', step = '', rest = ''] =
        /^M(-\d+) \d+q\d+ -?\d+ (\d+) 0((?:t\d+ 0)*)/.exec(path) ?? []
      const end = Number(start) + Number(step) * (1 + rest.split('t').length - 1)
      for (const { x } of corners) {
        expect(x).toBeGreaterThan(Number(start))
        expect(x).toBeLessThan(end)
      }
      // A line has no bottom.
      const bottom = isLines ? Infinity : Number(/V(\d+)H/.exec(path)?.[1])
      expect(Math.max(...corners.map(({ y }) => y))).toBeLessThan(bottom)
    }
  }
})

test('the path of a drawing has only numbers and commands', () => {
  const paths = Array.from(
    { length: 50 },
    (_, n) => drawCover({ id: `post-${n}`, activity: n, teamSize: n }).layers,
  ).flat()
  expect(paths.filter((path) => !/^[MqtVHz\d\s-]+$/.test(path))).toEqual([])
})

test('a picture has its description, its size and both files', () => {
  render(<PostCover post={createPostFixture({ cover })} size="card" />)
  const image = screen.getByRole('img', { name: 'A clock on a wall' })
  expect(
    ['src', 'srcset', 'width', 'height', 'loading'].map((name) => image.getAttribute(name)),
  ).toEqual([
    `/pictures/${KEY}/640x360.webp`,
    `/pictures/${KEY}/640x360.webp 640w, ${cover.url} 1280w`,
    '640',
    '360',
    'lazy',
  ])
})

test('a picture that is seen first loads at once', () => {
  render(<PostCover post={createPostFixture({ cover })} size="row" isEager />)
  expect(screen.getByRole('img').getAttribute('loading')).toBe('eager')
})

test('a picture that does not load is replaced by the drawing, until there is another one', () => {
  const post = createPostFixture({ cover })
  const { container, rerender } = render(<PostCover post={post} size="page" />)
  fireEvent.error(screen.getByRole('img'))
  expect(container.querySelector('svg')).toBeTruthy()
  const other = { url: cover.url.replaceAll('k', 'j'), alt: '' }
  rerender(<PostCover post={{ ...post, cover: other }} size="page" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe(other.url)
})
